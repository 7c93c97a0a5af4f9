import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/photos/evidence/finding.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import {
  askForPhotos,
  press,
  readRequest,
  seen,
  start,
  submit,
} from '../helpers/browser/capture-browser-steps.ts';

/** The page has looked at the camera for as long as a person aims, and the camera has shown something else lately. */
const AIMED = `(() => {
  const now = performance.now();
  const frames = document.querySelector('video').getVideoPlaybackQuality().totalVideoFrames;
  const before = (window.framesBefore ??= []);
  before.push({ now, frames });
  return performance.getEntriesByType('resource')
      .some(({ name, responseEnd }) => /observer-/.test(name) && now - responseEnd > 3000)
    && before.some((then) => now - then.now < 2_000 && frames - then.frames > 1)
    && before.some((then) => now - then.now < 500 && frames > then.frames);
})()`;

/** A picture with something to see in it, the same each time. */
const DRAW_PICTURE = `
  const drawPicture = (canvas) => {
    const context = canvas.getContext('2d');
    context.fillStyle = '#884422';
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (let index = 0; index < 60; index += 1) {
      context.fillStyle = 'hsl(' + index * 47 + ', 70%, ' + (20 + index) + '%)';
      context.fillRect((index * 313) % canvas.width, (index * 197) % canvas.height, canvas.width / 5, canvas.height / 6);
    }
  };`;
/** What is sent is not what the camera saw. */
const REPLACED_PHOTO = `${DRAW_PICTURE}
  const toBlob = HTMLCanvasElement.prototype.toBlob;
  HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
    const other = Object.assign(document.createElement('canvas'), { width: this.width, height: this.height });
    drawPicture(other);
    toBlob.call(other, callback, type, quality);
  };`;
/** A still picture poses as a camera, and keeps its stream alive. */
const STILL_PICTURE = `${DRAW_PICTURE}
  // Pages that are not secure have none.
  if (globalThis.MediaDevices) MediaDevices.prototype.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    drawPicture(canvas);
    setInterval(() => drawPicture(canvas), 40);
    return canvas.captureStream(25);
  };`;

describe('the evidence of the camera page', () => {
  const stage = useStage();

  async function take(page: Page): Promise<void> {
    await start(page);
    await expect.poll(() => page.evaluate(AIMED)).toBe(true);
    await press(page, 'shutter');
    await seen(page, 'use-photo');
    await press(page, 'use-photo');
  }
  async function findingsFor(init?: string): Promise<Record<string, Finding>> {
    const asked = await askForPhotos(stage.site);
    // The camera as the browser has it: what the other tests replace in it would be noticed.
    const { page } = await stage.phone(asked.path, {
      fullResolution: true,
      ...(init === undefined ? {} : { init }),
    });
    await take(page);
    await submit(page);
    const { items } = await readRequest(stage.site, asked.id);
    const evidence = (items[0] as unknown as { evidence: Finding[] }).evidence;
    return Object.fromEntries(evidence.map((finding) => [finding.check, finding]));
  }

  it('should say that the photo shows what the camera showed, and who was at the page', async () => {
    const { stream, page, file, camera } = await findingsFor();
    expect(stream).toMatchObject({ result: 'pass', message: expect.stringContaining('around the shutter') });
    expect(file?.result).toBe('pass');
    // Playwright is a program, and the camera of these tests is not a real one: both are noticed.
    expect(page).toMatchObject({ result: 'warn', figures: { automated: true, patched: '' } });
    expect(camera).toMatchObject({ result: 'warn', figures: { label: expect.stringMatching(/fake/i) } });
  });

  it('should warn of a photo that is not what the camera showed', async () => {
    const { stream, page } = await findingsFor(REPLACED_PHOTO);
    expect(stream?.message).toBe('The photo does not show what the camera showed at the shutter.');
    expect(page?.figures.patched).toBe('toBlob');
  });

  it('should warn of a still picture that poses as a camera', async () => {
    const { stream, page } = await findingsFor(STILL_PICTURE);
    expect(stream?.message).toBe('The camera showed one unchanging frame, as a still picture does.');
    expect(page?.figures.patched).toBe('getUserMedia, CanvasCaptureMediaStreamTrack');
  });
});
