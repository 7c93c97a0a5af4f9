import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { collectLog } from '../../helpers/app/test-platform.ts';
import { readSeal } from '../../helpers/content-credentials/official-reader.ts';
import {
  itemsOf,
  storedSeal,
  submitPhotos,
  useSealWorker,
} from '../../helpers/content-credentials/seal-worker.ts';
import { useTimeStampAuthority } from '../../helpers/content-credentials/time-stamp-authority.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

describe('the time stamp of a seal', () => {
  const stamps = useTimeStampAuthority();
  const { log, lines } = collectLog();
  const seal = {
    get timeStampUrl() {
      return stamps.url;
    },
  };
  const api = useTestApp({ now: Date.now(), platform: { seal } });
  const workspace = useWorkspace(api);
  const worker = useSealWorker(api, log);
  const told = () => lines.map((line) => JSON.parse(line)).map(({ msg, reason }) => [msg, reason]);
  let anchors = '';
  beforeAll(async () => {
    anchors = (await api.call('GET', '/.well-known/shutterpost-ca.pem')).body + stamps.authority;
  });

  const readNow = async (requestId: string) => {
    const [item] = await itemsOf(api, workspace, requestId);
    return readSeal(await storedSeal(api, item?.id ?? ''), { anchors });
  };

  it('should be in every seal while the authority responds', async () => {
    const id = await submitPhotos(api, workspace);
    await worker.settled();
    const read = await readNow(id);
    expect(read.state).toBe('Trusted');
    expect(read.success).toContain('timeStamp.trusted');
    expect(told()).toEqual([]);
  });

  it('should be waited for when the authority comes back in time', async () => {
    stamps.failWith({ status: 503, body: 'busy' });
    const id = await submitPhotos(api, workspace);
    await worker.settled();
    const [job] = await rowsOf(api.database, 'seal_jobs', { request_id: id });
    expect(job?.error).toBe('The time stamp authority responded with 503');
    expect(told().at(-1)).toEqual(['A photo could not be sealed; retrying later', job?.error]);
    stamps.failWith();
    api.clock.advance(MINUTE);
    await worker.settled();
    expect((await readNow(id)).success).toContain('timeStamp.trusted');
  });

  it('should be done without after an hour, which is said', async () => {
    stamps.failWith({ status: 503, body: 'busy' });
    const id = await submitPhotos(api, workspace);
    await worker.settled();
    api.clock.advance(HOUR);
    await worker.settled();
    stamps.failWith();
    const read = await readNow(id);
    expect(read.state).toBe('Trusted');
    expect(read.time).toBeUndefined();
    expect(told().at(-1)).toEqual([
      'A photo was sealed without a time stamp',
      'The time stamp authority responded with 503',
    ]);
  });
});
