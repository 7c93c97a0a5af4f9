export { type AccessProblem, renderAccessPage } from './access-page.ts';
export { type Assets, loadAssets } from './assets.ts';
export { renderCapturePage } from './capture-page.ts';
export { type CodeEntry, renderCodePage } from './code-page.ts';
export { renderLandingPage } from './landing-page.ts';
export type { PageAssets, PageData, PageLanguage, PageSlot, PageWorkspace, SiteData } from './page-data.ts';
export { renderProblemPage, type ServerProblem } from './problem-page.ts';
export { renderUnsubscribePage, type UnsubscribeState } from './unsubscribe-page.ts';
export { renderVerifyPage } from './verify-page.ts';
