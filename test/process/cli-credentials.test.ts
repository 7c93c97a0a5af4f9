import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { useForAll } from '../helpers/hooks.ts';
import { operatorOf } from '../helpers/process/operator.ts';
import { useServer } from '../helpers/process/server-process.ts';

interface Shown {
  source: string;
  chain: { subject: string; sha256: string }[];
  published: { sha256: string }[];
  time_stamps: string | null;
  waiting: number;
}

describe.each(['sqlite', 'postgres'] as const)('credentials commands on %s', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const server = useServer(() => testDatabase.env);
  const operator = useForAll(() =>
    operatorOf({ ...testDatabase.env, TSA_URL: 'https://user:hunter2@stamps.example/tsr' }),
  );

  const publishedByServer = async () => {
    const pem = await (await fetch(`${server.url}/.well-known/shutterpost-ca.pem`)).text();
    return (pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).map((block) =>
      new X509Certificate(block).fingerprint256.replaceAll(':', '').toLowerCase(),
    );
  };

  it('should show the certificates that the server publishes, and no password', async () => {
    const shown = await operator.json<Shown & Record<string, unknown>>('credentials', 'show');
    expect(shown).toMatchObject({ source: 'own', time_stamps: 'https://stamps.example', waiting: 0 });
    expect(shown.published.map(({ sha256 }) => sha256)).toEqual(await publishedByServer());
    expect(shown.chain).toHaveLength(2);
    expect(shown.chain[1]?.sha256).toBe(shown.published[0]?.sha256);
    expect(JSON.stringify(shown)).not.toContain('hunter2');
  });

  it('should rotate both beside a running server, which publishes the new authority before the old one', async () => {
    const before = await publishedByServer();
    const { chain } = await operator.json<Shown & Record<string, unknown>>('credentials', 'rotate');
    expect(await publishedByServer()).toEqual([chain[1]?.sha256, ...before]);
  });

  it('should queue nothing when every photo is sealed', async () => {
    expect(await operator.json('credentials', 'seal')).toEqual({ queued: 0 });
  });
});
