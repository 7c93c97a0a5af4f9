import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../http/free-port.ts';
import { startProcess } from '../process/child-process.ts';

const PROGRAM = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');

export interface S3Server {
  port: number;
  bucket: string;
  /** A STORAGE_URL for it; the bucket in the path, or in the host name, which needs resolveLocalhostNames. */
  url(options?: { style?: 'path' | 'virtual-host'; prefix?: string; port?: number }): string;
  /** SIGKILL ends it; its files stay. SIGSTOP makes it hang. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again, at the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A real S3 server as a process of its own, at a free port of the loopback interface. */
export async function startS3Server(): Promise<S3Server> {
  const bucket = 'shutterpost-test';
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-s3-'));
  const launch = async () => {
    const started = startProcess(process.execPath, [
      // Its continuation tokens are made with DES, which OpenSSL counts as legacy.
      '--openssl-legacy-provider',
      PROGRAM,
      ...['--directory', folder, '--address', '127.0.0.1', '--port', String(port), '--silent'],
      ...['--service-endpoint', 'localhost', '--configure-bucket', bucket],
    ]);
    await started.untilPrinted(/listening on \S+:\d+\n/);
    return started;
  };
  // Kept for it while it is down.
  const port = await freePort();
  let server = await launch();

  return {
    port,
    bucket,
    url(options = {}) {
      const { style = 'path', prefix = '' } = options;
      const host = style === 'path' ? '127.0.0.1' : 's3.localhost';
      const endpoint = `http://${host}:${options.port ?? port}`;
      return `s3://S3RVER:S3RVER@${bucket}/${prefix}?endpoint=${endpoint}&path_style=${style === 'path'}`;
    },
    async signal(signal) {
      server.kill(signal);
      if (signal === 'SIGKILL') await server.ended;
    },
    async restart() {
      server = await launch();
    },
    async stop() {
      server.kill('SIGKILL');
      await server.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
