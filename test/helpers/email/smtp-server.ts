import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';
import { useForAll } from '../hooks.ts';
import { freePort } from '../http/free-port.ts';
import { startProcess } from '../process/child-process.ts';

/** An email as a real server took it, with its envelope and as another library reads it. */
export interface ArrivedMail {
  from: string;
  to: string[];
  raw: string;
  email: Email;
}

export interface SmtpServer {
  url: string;
  port: number;
  /** Resolves once that many emails to the address have arrived. */
  arrived(address: string, count?: number): Promise<ArrivedMail[]>;
  /** SIGSTOP makes it hang. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it and returns everything it ever took. */
  stop(): Promise<ArrivedMail[]>;
}

/** A real mail server in a process of its own; see there for what the names of recipients do. */
export async function startSmtpServer(onPort?: number): Promise<SmtpServer> {
  const port = onPort ?? (await freePort());
  const server = startProcess(process.execPath, ['test/helpers/email/smtp-server-process.ts'], {
    PORT: String(port),
  });
  await server.untilPrinted('listening\n');

  const all = () => {
    const lines = server.stdout().split('\n').slice(1, -1);
    return Promise.all(lines.map((line) => read(JSON.parse(line))));
  };

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    arrived: (address, count = 1) =>
      vi.waitFor(
        async () => {
          const mails = (await all()).filter(({ to }) => to.includes(address));
          if (mails.length < count) throw new Error(`${mails.length} of ${count} mails arrived`);
          return mails;
        },
        { timeout: 60_000, interval: 10 },
      ),
    signal: (signal) => server.kill(signal),
    async stop() {
      server.kill('SIGKILL');
      await server.ended;
      return all();
    },
  };
}

async function read({ from, to, raw }: { from: string; to: string[]; raw: string }): Promise<ArrivedMail> {
  const bytes = Buffer.from(raw, 'base64');
  return { from, to, raw: bytes.toString('latin1'), email: await PostalMime.parse(bytes) };
}

/** The value of a header that occurs exactly once. */
/** A mail server for the tests of a group. */
export function useSmtpServer(): SmtpServer {
  return useForAll(() => startSmtpServer(), 'stop');
}

export function header(email: Email, name: string): string {
  const values = email.headers.filter(({ key }) => key === name.toLowerCase());
  if (values.length !== 1 || values[0] === undefined) throw new Error(`${values.length} headers ${name}`);
  return values[0].value;
}
