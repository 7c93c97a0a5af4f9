/** What a chart shows: lines over a logarithmic axis. Kept with the results, so that it can be drawn again. */
export interface Curve {
  /** The name of the picture's file, without its ending. */
  name: string;
  title: string;
  xLabel: string;
  yLabel: string;
  /** Logarithmic too, for values that differ by far. */
  isLogY: boolean;
  series: { name: string; points: Point[] }[];
}

export interface Point {
  x: number;
  y: number;
}
