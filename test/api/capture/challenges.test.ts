import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/photos/evidence/finding.ts';
import { OVERVIEW } from '../../../src/shared/capture-report.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { type Customer, createRequest, expectRefusal, openPage } from '../../helpers/capture/customer.ts';
import { reportedPhoto } from '../../helpers/capture/report.ts';
import { drawScene } from '../../helpers/capture/scene.ts';
import { setPolicy, UNHURRIED_MS, warnedPhoto } from '../../helpers/capture/warned-photo.ts';

interface Asked {
  challenge: string;
  token: string;
}

/** A camera that comes closer to a scene, or stays where it is. */
function course(zooms: number[]): string[] {
  const { data, width, height } = drawScene(1);
  return zooms.map((zoom) => {
    const grays = Array.from({ length: OVERVIEW.width * OVERVIEW.height }, (_, cell) => {
      const across = ((cell % OVERVIEW.width) + 0.5) / OVERVIEW.width - 0.5;
      const down = (Math.floor(cell / OVERVIEW.width) + 0.5) / OVERVIEW.height - 0.5;
      const x = Math.floor((across / zoom + 0.5) * width);
      const y = Math.floor((down / zoom + 0.5) * height);
      return data[(y * width + x) * 3 + 1] as number;
    });
    return Buffer.from(grays).toString('base64');
  });
}

const CLOSER = course([1, 1.1, 1.2, 1.3, 1.4, 1.5]);

describe('a challenge before a photo', () => {
  const api = useTestApp();
  let seed = 400;

  async function opened(challenge: 'off' | 'on_warning' | 'always') {
    const workspace: TestWorkspace = await api.createWorkspace({ plan: 'professional' });
    await setPolicy(api, workspace.id, { challenge });
    const { id, token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    api.clock.advance(UNHURRIED_MS);
    const finding = async (check = 'challenge') => {
      const read = await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key });
      const [item] = read.json().data.items as { evidence: Finding[] }[];
      return item?.evidence.find((each) => each.check === check);
    };
    return { page, finding };
  }
  async function ask({ session }: Customer, body: object = { slot: 0, torch: false }): Promise<Asked | null> {
    const headers = { 'x-capture-session': session };
    const response = await api.call('POST', '/capture/challenges', { headers, body });
    expect(response.statusCode).toBe(200);
    return response.json().data.asked;
  }
  /** The server chooses: asked until it wants this one. */
  async function askFor(page: Customer, wanted: string): Promise<Asked> {
    for (;;) {
      const asked = await ask(page, { slot: 0, torch: true });
      if (asked?.challenge === wanted) return asked;
    }
  }
  async function answer(page: Customer, token: string, frames: string[]) {
    const body = await reportedPhoto(seed++, { challenge: { token, course: frames } });
    const response = await page.send({ body });
    expect(response.statusCode).toBe(201);
    return page.submit();
  }

  it('should be passed by a camera that follows it', async () => {
    const { page, finding } = await opened('always');
    const { token } = await askFor(page, 'closer');
    api.clock.advance(30_000);
    await answer(page, token, CLOSER);
    const found = await finding();
    expect(found).toMatchObject({ result: 'pass', figures: { challenge: 'closer' } });
    // Up to the end of the report, by a clock that did not stand still meanwhile.
    expect(found?.figures.seconds).toBeGreaterThan(15);
    expect(found?.figures.seconds).toBeLessThanOrEqual(30);
  });

  it.each<[string, (page: Customer, token: string) => Promise<unknown>]>([
    ['by a still picture', (page, token) => answer(page, token, course([1, 1, 1, 1, 1, 1]))],
    ['without frames', (page, token) => answer(page, token, [])],
    [
      'too late',
      (page, token) => {
        api.clock.advance(400_000);
        return answer(page, token, CLOSER);
      },
    ],
    [
      'with another challenge than the one given',
      (page, token) => answer(page, token.replace('closer', 'tilt'), CLOSER),
    ],
    [
      'with no answer at all',
      async (page) => {
        await page.send({ body: await reportedPhoto(seed++) });
        return page.submit();
      },
    ],
  ])('should be warned of when answered %s', async (_, send) => {
    const { page, finding } = await opened('always');
    const { token } = await askFor(page, 'closer');
    await send(page, token);
    expect((await finding())?.result).toBe('warn');
  });

  it('should hold for no other slot and no other request', async () => {
    const { page: other } = await opened('always');
    const { page, finding } = await opened('always');
    const { token } = await askFor(other, 'closer');
    await answer(page, token, CLOSER);
    expect(await finding()).toMatchObject({
      result: 'warn',
      message: expect.stringContaining('never given'),
    });
  });

  it('should come only after a warning where the workspace wants it so, and once', async () => {
    const { page, finding } = await opened('on_warning');
    expect(await ask(page)).toBeNull();
    await page.send({ body: await warnedPhoto(seed++) });
    expectRefusal(await page.submit(), 422, 'photo_refused');
    const { token } = await askFor(page, 'closer');
    const body = await reportedPhoto(seed++, {
      page: { automated: true, patched: [], aimed: 2_400 },
      challenge: { token, course: CLOSER },
    });
    expect((await page.send({ body })).statusCode).toBe(201);
    expect((await page.submit()).statusCode).toBe(200);
    expect((await finding())?.result).toBe('pass');
    expect((await finding('page'))?.result).toBe('warn');
  });

  it('should never come where the workspace wants none, and light only where there is one', async () => {
    expect(await ask((await opened('off')).page, { slot: 0, torch: true })).toBeNull();
    const { page } = await opened('always');
    const asked = await Promise.all(Array.from({ length: 30 }, () => ask(page)));
    expect(new Set(asked.map((each) => each?.challenge))).toEqual(new Set(['closer', 'tilt']));
  });
});
