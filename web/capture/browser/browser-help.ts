import { isIos } from './ios.ts';

export type PermissionHelp = 'ios_safari' | 'ios_other' | 'chrome' | 'samsung' | 'firefox' | 'desktop';

/** Whose steps for allowing the camera to show. */
export function permissionHelp(userAgent: string, touchPoints: number): PermissionHelp {
  if (isIos(userAgent, touchPoints))
    return /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA|DuckDuckGo/.test(userAgent) ? 'ios_other' : 'ios_safari';
  if (!/Android/.test(userAgent)) return 'desktop';
  if (/SamsungBrowser/.test(userAgent)) return 'samsung';
  return /Firefox/.test(userAgent) ? 'firefox' : 'chrome';
}

/** The major version; 0 when it is not iOS, or an iPad that keeps it to itself. */
export function iosVersion(userAgent: string): number {
  return isIos(userAgent, 0) ? Number(/OS (\d+)_/.exec(userAgent)?.[1] ?? 0) : 0;
}

/** Leaves the app for the customer's own browser; null where only the app's menu can. */
export function browserLink(userAgent: string, url: string): string | null {
  const { protocol, host, pathname, search } = new URL(url);
  const scheme = protocol.slice(0, -1);
  if (/Android/.test(userAgent)) {
    return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
  }
  return iosVersion(userAgent) >= 17 ? `x-safari-${url}` : null;
}
