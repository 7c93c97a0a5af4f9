import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { currentCall, keepingCall, onBehalfOf } from '../../src/platform/current-call.ts';
import { createLog } from '../../src/platform/log.ts';

const idNow = () => currentCall()?.requestId;

describe('the current call', () => {
  it('should follow what a call awaits, beside others', async () => {
    const ids = await Promise.all(
      ['req_a', 'req_b'].map((requestId) =>
        onBehalfOf({ requestId }, async () => {
          await nextIteration();
          return idNow();
        }),
      ),
    );
    expect(ids).toEqual(['req_a', 'req_b']);
    expect(currentCall()).toBeUndefined();
  });

  it('should go with a function that someone else runs', () => {
    const work = onBehalfOf({ requestId: 'req_a' }, () =>
      keepingCall((text: string) => `${text} ${idNow()}`),
    );
    expect(onBehalfOf({ requestId: 'req_b' }, () => work('for'))).toBe('for req_a');
  });

  it('should be in each line of the log, once', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    onBehalfOf({ requestId: 'req_a' }, () => {
      log.info('one');
      log.child({ request_id: 'req_a' }).info('two');
    });
    onBehalfOf({ requestId: null }, () => log.info('three'));
    log.info('four');
    const times = lines.map((line) => line.split('"request_id":"req_a"').length - 1);
    expect(times).toEqual([1, 1, 0, 0]);
  });
});
