import type { BrowserContextOptions } from 'playwright-core';
import { startTestApp, type TestApp, type TestWorkspace } from '../app/test-app.ts';
import { createRunningClock } from '../app/test-clock.ts';
import { type BreakableProxy, startBreakableProxy } from '../http/breakable-proxy.ts';
import { freePort } from '../http/free-port.ts';
import { startUploadGate, type UploadGate } from './capture-browser-gate.ts';

/** A name that is not localhost, and so no secure context. */
export const INSECURE_HOST = 'photos.test';
/** A camera that needs no device, with few frames, because its largest ones are as large as a phone's. */
export const FAKE_CAMERA = '--use-fake-device-for-media-stream=device-count=1,fps=5';
const RESOLVER = `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`;
export const ASKING_ARGS = [FAKE_CAMERA, RESOLVER];
/** The camera is allowed without a question. */
export const BROWSER_ARGS = [...ASKING_ARGS, '--use-fake-ui-for-media-stream'];

export const ANDROID_CHROME =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
export const BERLIN = { latitude: 52.52, longitude: 13.405, accuracy: 12 };

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent: ANDROID_CHROME,
  locale: 'en-GB',
  permissions: ['camera', 'geolocation'],
  geolocation: BERLIN,
};
export const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  permissions: ['camera', 'geolocation'],
};

export interface CaptureSite {
  api: TestApp;
  /** What the customers' links begin with. */
  url: string;
  workspace: TestWorkspace;
  /** Between the browser and the server, when it was asked for. */
  proxy: BreakableProxy | null;
  gate: UploadGate | null;
  close(): Promise<void>;
}

/** The real server on a real port, with pages whose addresses lead back to it. */
export async function startCaptureSite(options: { behindProxy?: boolean } = {}): Promise<CaptureSite> {
  const port = await freePort();
  const gate = options.behindProxy ? await startUploadGate({ host: '127.0.0.1', port }) : null;
  const proxy = gate && (await startBreakableProxy({ host: '127.0.0.1', port: gate.port }));
  const url = `http://127.0.0.1:${proxy?.port ?? port}`;
  const api = await startTestApp({
    withPages: true,
    publicUrl: url,
    clock: createRunningClock(),
    trustProxy: 1,
  });
  await api.app.listen({ port, host: '127.0.0.1' });
  return {
    api,
    url,
    proxy,
    gate,
    workspace: await api.createWorkspace(),
    async close() {
      await proxy?.close();
      await gate?.close();
      await api.close();
    },
  };
}
