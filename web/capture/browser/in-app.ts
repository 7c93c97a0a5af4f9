export interface InApp {
  android: boolean;
  /** Its camera never worked: help is shown at once. */
  lacksCamera: boolean;
}

const APPS =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|WhatsApp|musical_ly|BytedanceWebview|TikTok|trill|LinkedInApp|Snapchat|\bLine\/|MicroMessenger|\bGSA\/|Gmail|Pinterest|Twitter for|Telegram/i;
const ANDROID_WEBVIEW = /; wv\)/;
/** Their Android browsers answer every question for the camera with no. */
const WITHOUT_CAMERA =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|musical_ly|BytedanceWebview|TikTok|trill|LinkedInApp|Snapchat/i;

/** A browser inside another app, which often keeps the camera from pages; null in a real browser. */
export function inAppBrowser(userAgent: string): InApp | null {
  const android = /Android/.test(userAgent);
  if (!APPS.test(userAgent) && !ANDROID_WEBVIEW.test(userAgent)) return null;
  return { android, lacksCamera: android && WITHOUT_CAMERA.test(userAgent) };
}
