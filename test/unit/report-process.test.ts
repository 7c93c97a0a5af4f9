import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReportProcess } from '../../src/reports/report-process.ts';
import type { ReportSubject } from '../../src/reports/report-subject.ts';
import { photoRequestRow } from '../helpers/database/rows.ts';
import { childBegunSince, childProcesses } from '../helpers/process/child-processes.ts';

const UNAVAILABLE = { code: 'service_unavailable', retryAfterSeconds: expect.any(Number) };

describe('a process for reports', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => {
    // It ends when nothing is asked of it.
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  });

  const subject: ReportSubject = {
    workspaceName: 'A shop',
    logo: null,
    timeZone: 'Europe/Berlin',
    request: photoRequestRow('ws_1', { instructions: 'The door' }),
    photos: [],
    now: 0,
  };

  it('should not blame a report for taking too long, and lay out the next one', async () => {
    const { layOut } = createReportProcess();
    const asked = layOut(subject);
    vi.advanceTimersByTime(30_000);
    await expect(asked).rejects.toMatchObject(UNAVAILABLE);
    expect((await layOut(subject)).pages).toHaveLength(1);
  });

  it('should not blame a report or a photo for being killed, and lay out the next one', async () => {
    const { layOut, printPhoto } = createReportProcess();
    const before = childProcesses();
    const asked = Promise.allSettled([layOut(subject), printPhoto(Buffer.alloc(0))]);
    process.kill(childBegunSince(before), 'SIGKILL');
    const refused = { status: 'rejected', reason: UNAVAILABLE };
    expect(await asked).toMatchObject([refused, refused]);
    expect((await layOut(subject)).pages).toHaveLength(1);
  });

  it('should say that it has no file handle for a font', async () => {
    const { layOut } = createReportProcess();
    const before = childProcesses();
    await layOut(subject);
    execFileSync('prlimit', ['--pid', String(childBegunSince(before)), '--nofile=3:4096']);
    const request = { ...subject.request, instructions: 'Дверь' };
    await expect(layOut({ ...subject, request })).rejects.toMatchObject({ code: 'EMFILE' });
  });

  it('should say what is wrong with a report that cannot be laid out', async () => {
    const { layOut } = createReportProcess();
    const request = { ...subject.request, metadata: 'no JSON' };
    await expect(layOut({ ...subject, request })).rejects.toMatchObject({ name: 'SyntaxError' });
  });
});
