import { describe, expect, it } from 'vitest';
import { useTestApp } from '../helpers/app/test-app.ts';

const TOKEN = 'm10tv7gm9q0qvjj5th1g7qc7f5';

describe('POST /page-errors', () => {
  const api = useTestApp();

  const send = (body: object) => api.call('POST', '/page-errors', { body });
  const reports = () => api.logLines().filter((line) => 'page_error' in line);

  it('should log what a page reports, without the secrets in its addresses', async () => {
    const response = await send({
      kind: 'error',
      message: 'x.at is not a function',
      stack: `start@https://photos.example.com/r/${TOKEN}:1:2`,
    });
    expect(response.statusCode).toBe(204);
    expect(reports()).toMatchObject([
      { level: 'warn', page_error: { kind: 'error', message: 'x.at is not a function' } },
    ]);
    expect(JSON.stringify(reports())).not.toContain(TOKEN);
  });

  it('should take no more than a report', async () => {
    const before = reports().length;
    const long = await send({ kind: 'error', message: 'x', stack: 'x'.repeat(9_000) });
    expect(long.statusCode).toBe(400);
    expect((await send({ kind: 'other', message: 'x', stack: '' })).statusCode).toBe(422);
    expect(reports()).toHaveLength(before);
  });

  it('should stop logging what comes from one address too often', async () => {
    const body = { kind: 'rejection', message: 'again', stack: '' };
    for (let call = 0; call < 20; call += 1) expect((await send(body)).statusCode).toBe(204);
    expect(reports().length).toBeLessThanOrEqual(10);
  });
});
