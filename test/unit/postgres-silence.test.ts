import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSilenceWatch } from '../../src/platform/db/postgres-silence.ts';
import { pauseProcess } from '../helpers/pause-process.ts';

const PROBE_MS = 300;
const REFUSAL = 'SFATAL\0C53300\0Msorry, too many clients already\0\0';

describe('a database that does not answer a statement', () => {
  /** A server that does this with the first bytes of each connection; says how many there were. */
  async function listen(onProbe: (respond: () => void, count: number) => void) {
    const connections = { count: 0, open: 0 };
    const server = createServer((socket) => {
      connections.count += 1;
      connections.open += 1;
      socket
        .on('error', () => {})
        .once('close', () => {
          connections.open -= 1;
        });
      const length = Buffer.alloc(4);
      length.writeUInt32BE(REFUSAL.length + 4);
      const respond = () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(REFUSAL)]));
      socket.once('data', () => onProbe(respond, connections.count));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const limits = { suspiciousMs: 50, probeMs: PROBE_MS };
    return { connections, unlessSilent: createSilenceWatch(`postgres://a:b@127.0.0.1:${port}/c`, limits) };
  }

  it('should not be called silent when it responds to the probe while this process pauses', async () => {
    const statement = Promise.withResolvers<string>();
    const { unlessSilent } = await listen((respond, count) => {
      // The first probe found it, or there would be no second one.
      if (count === 2) return statement.resolve('done');
      respond();
      pauseProcess(2 * PROBE_MS);
    });
    expect(await unlessSilent(statement.promise)).toBe('done');
  });

  it('should be called silent when it does not respond to the probe either, and leave no connection', async () => {
    const { connections, unlessSilent } = await listen(() => {});
    await expect(unlessSilent(new Promise(() => {}))).rejects.toThrow('the database has fallen silent');
    expect(connections.count).toBe(1);
    await expect.poll(() => connections.open).toBe(0);
  });
});
