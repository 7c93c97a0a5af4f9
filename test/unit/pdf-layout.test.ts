import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createReportPlaces } from '../../src/reports/report-places.ts';
import { createReportProcess } from '../../src/reports/report-process.ts';
import type { ReportSubject } from '../../src/reports/report-subject.ts';
import { photoRequestRow, photoRow } from '../helpers/database/rows.ts';
import { childBegunSince, childProcesses } from '../helpers/process/child-processes.ts';

function subjectOf(text: string, photoCount = 1): ReportSubject {
  const slots = Array.from({ length: photoCount }, () => ({ instructions: text, is_required: true }));
  const request = photoRequestRow('ws_1', { instructions: text, photo_slots: JSON.stringify(slots) });
  const photos = slots.map((_, slot_index) => photoRow(request, { slot_index }));
  return { workspaceName: 'W', logo: null, timeZone: 'UTC', request, photos, now: 0 };
}

/** How many iterations of the event loop there were meanwhile. */
async function iterationsDuring(work: Promise<unknown>): Promise<number> {
  let iterations = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    iterations += 1;
  }
  return iterations;
}

describe('laying out a report', () => {
  it('should leave the time to others, however much there is to lay out', async () => {
    const { layOut } = createReportProcess();
    await layOut(subjectOf('क्षत्रिय'));
    const work = layOut(subjectOf('क्षत्रियकि'.repeat(50), 50));
    expect(await iterationsDuring(work)).toBeGreaterThan(100);
    const { pages } = await work;
    expect(pages.flatMap(({ images }) => images)).toHaveLength(50);
  });

  it('should fail for the report that cannot be laid out, and for no other', async () => {
    const { layOut } = createReportProcess();
    const broken = subjectOf('Door');
    broken.request.metadata = '{';
    const responses = await Promise.allSettled([
      layOut(subjectOf('Door')),
      layOut(broken),
      layOut(subjectOf('Tür')),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(responses[1]).toMatchObject({ reason: expect.any(SyntaxError) });
  });

  it('should give its fonts back when nothing is asked of it, and load them again', async () => {
    const { layOut } = createReportProcess({ idleMs: 0 });
    const subject = subjectOf('Door');
    const before = childProcesses();
    const work = layOut(subject);
    const child = childBegunSince(before);
    const first = await work;
    await expect.poll(childProcesses).not.toContain(child);
    expect(await layOut(subject)).toEqual(first);
  });
});

describe('the places for reports', () => {
  it('should be so many for a user, and so many in all', () => {
    const take = createReportPlaces({ perUser: 2, total: 3 });
    const leave = take('user_a');
    take('user_a');
    expect(() => take('user_a')).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 5 }),
    );
    take('user_b');
    expect(() => take('user_c')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    leave();
    leave();
    take('user_c');
    expect(() => take('user_c')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  });
});
