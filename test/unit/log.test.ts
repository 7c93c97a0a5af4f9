import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';

describe('the log', () => {
  function logged(error: unknown): Record<string, unknown> {
    let line = '';
    const log = createLog('info', {
      write(text) {
        line = text;
      },
    });
    log.warn({ err: error }, 'Something happened');
    return JSON.parse(line);
  }

  it('should tell type, message, code and stack of an error and of its cause', () => {
    const cause = Object.assign(new TypeError('inner'), { code: 'E_INNER' });
    expect(logged(new Error('outer', { cause })).err).toMatchObject({
      type: 'Error',
      message: 'outer',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'TypeError', message: 'inner', code: 'E_INNER' },
    });
  });

  it('should not tell what a library hangs on its errors, such as a command with a password', () => {
    const command = { name: 'hello', args: ['3', 'AUTH', 'user', 'S3cret'] };
    const error = Object.assign(new Error('WRONGPASS'), { command, config: { password: 'S3cret' } });
    expect(JSON.stringify(logged(error))).not.toContain('S3cret');
  });

  it('should tell of what was thrown and is no error', () => {
    expect(logged('just text').err).toEqual({ message: 'just text' });
  });
});
