export interface BrowserStage {
  x: 1;
}
