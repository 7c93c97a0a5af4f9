import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withTimeLimit } from '../../src/platform/time-limit.ts';

describe('a time limit', () => {
  it('should not count a pause of the process in which the work was done', async () => {
    const result = withTimeLimit(
      60,
      stat('.').then(() => 'done'),
      () => 'too late',
    );
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    expect(await result).toBe('done');
  });

  it('should be over when the work does not come to an end', async () => {
    expect(await withTimeLimit(60, new Promise(() => {}), () => 'too late')).toBe('too late');
  });
});
