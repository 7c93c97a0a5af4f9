import { describe, expect, it } from 'vitest';
import { browserLink, permissionHelp } from '../../web/capture/browser/browser-help.ts';
import { inAppBrowser } from '../../web/capture/browser/in-app.ts';
import { betterRearCamera } from '../../web/capture/camera/choice.ts';
import { cameraProblem, obstacle } from '../../web/capture/camera/failure.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const SAFARI = `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`;
const CHROME = `${ANDROID} Chrome/130.0.0.0 Mobile Safari/537.36`;
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0';
const SAMSUNG = `${ANDROID} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`;
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

describe('help for a blocked camera', () => {
  it.each([
    ['ios_safari', SAFARI],
    ['ios_other', `${IPHONE} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`],
    ['chrome', CHROME],
    ['samsung', SAMSUNG],
    ['firefox', FIREFOX],
    ['desktop', DESKTOP],
  ])('should be that of %s', (help, userAgent) => {
    expect(permissionHelp(userAgent, 5)).toBe(help);
  });

  it('should know an iPad that calls itself a Macintosh', () => {
    const macintosh =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari';
    expect(permissionHelp(macintosh, 5)).toBe('ios_safari');
    expect(permissionHelp(macintosh, 0)).toBe('desktop');
  });
});

describe('a browser inside an app', () => {
  it.each([
    ['Instagram', `${WEBVIEW} Chrome/124.0 Mobile Safari/537.36 Instagram 330.0.0`, true],
    ['Facebook', `${WEBVIEW} Chrome/124.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0.0]`, true],
    ['TikTok', `${WEBVIEW} Chrome/124.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6`, true],
    ['LinkedIn', `${WEBVIEW} Chrome/124.0 Mobile Safari/537.36 LinkedInApp`, true],
    ['Snapchat', `${WEBVIEW} Chrome/124.0 Mobile Safari/537.36 Snapchat/12.60`, true],
    ['a web view', `${WEBVIEW} Chrome/124.0 Mobile Safari/537.36`, false],
    ['WhatsApp', `${WEBVIEW} Chrome/124.0 Mobile Safari/537.36 WhatsApp/2.24`, false],
    ['Messenger on iOS', `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/450.0]`, false],
    ['Line', `${IPHONE} Mobile/15E148 Safari Line/14.0`, false],
    ['WeChat', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.48`, false],
    ['Google app', `${IPHONE} GSA/300.0 Mobile/15E148 Safari/604.1`, false],
  ])('should be known: %s', (_app, userAgent, lacksCamera) => {
    expect(inAppBrowser(userAgent)).toMatchObject({ lacksCamera });
  });

  it.each([SAFARI, CHROME, FIREFOX, SAMSUNG, DESKTOP])('should not be seen in %s', (userAgent) => {
    expect(inAppBrowser(userAgent)).toBeNull();
  });

  it('should be left by the link that its system understands', () => {
    const url = 'https://photos.example.com/r/abc?lang=de';
    expect(browserLink(WEBVIEW, url)).toMatch(
      /^intent:\/\/photos\.example\.com\/r\/abc\?lang=de#Intent;scheme=https;/,
    );
    expect(browserLink(IPHONE, url)).toBe(`x-safari-${url}`);
    expect(browserLink(IPHONE.replace('18_1', '16_4'), url)).toBeNull();
  });
});

describe('a camera that cannot be had', () => {
  it('should be told before asking where the browser has none to give', () => {
    expect(obstacle({ isSecure: true, hasCameraApi: true, isInApp: true })).toBeNull();
    expect(obstacle({ isSecure: false, hasCameraApi: false, isInApp: false })).toBe('insecure');
    expect(obstacle({ isSecure: true, hasCameraApi: false, isInApp: true })).toBe('in-app-browser');
    expect(obstacle({ isSecure: true, hasCameraApi: false, isInApp: false })).toBe('no-camera');
  });

  it.each([
    ['NotAllowedError', false, 'permission-denied'],
    ['NotAllowedError', true, 'in-app-browser'],
    ['NotFoundError', false, 'no-camera'],
    ['NotReadableError', false, 'camera-in-use'],
    ['AbortError', true, 'camera-in-use'],
    ['TypeError', false, 'trouble'],
  ])('should be told apart: %s', (name, isInApp, problem) => {
    expect(cameraProblem(name, isInApp)).toBe(problem);
  });
});

describe('the choice among rear cameras', () => {
  const cameras = (...labels: string[]) => labels.map((label, index) => ({ deviceId: String(index), label }));

  it('should prefer the first of Android’s numbered ones', () => {
    const known = cameras('camera2 1, facing front', 'camera2 2, facing back', 'camera2 0, facing back');
    expect(betterRearCamera(known, '1')).toBe('2');
    expect(betterRearCamera(known, '2')).toBeNull();
  });

  it('should leave a wide-angle or telephoto one of iOS', () => {
    const known = cameras('Front Camera', 'Back Ultra Wide Camera', 'Back Camera', 'Back Telephoto Camera');
    expect(betterRearCamera(known, '1')).toBe('2');
    expect(betterRearCamera(known, '2')).toBeNull();
  });

  it('should know a rear camera in the phone’s language', () => {
    const known = cameras('Câmera frontal', 'Câmera traseira ultra grande-angular', 'Câmera traseira');
    expect(betterRearCamera(known, '1')).toBe('2');
  });

  it('should trust the browser when labels are unknown or the camera is no rear one', () => {
    expect(betterRearCamera(cameras('', '', ''), '1')).toBeNull();
    expect(
      betterRearCamera(cameras('Front Camera', 'Back Camera', 'Back Ultra Wide Camera'), '0'),
    ).toBeNull();
  });
});
