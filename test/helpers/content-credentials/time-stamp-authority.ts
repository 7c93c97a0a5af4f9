import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { useFolderForAll, useForAll } from '../hooks.ts';

const run = promisify(execFile);

export interface TimeStampAuthority {
  url: string;
  /** PEM, for whoever shall trust its time stamps. */
  authority: string;
  /** How often it was asked. */
  asked: () => number;
  /** Until it is called without one: what it answers instead of a time stamp. */
  failWith(failure?: { status: number; body: Buffer | string }): void;
  /** The answer to a question, to be given to another one. */
  stamp(query: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

const CONFIG = `
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[stamping]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
`;

/** A real time stamp authority (RFC 3161), which OpenSSL runs for each question. */
export function useTimeStampAuthority(): TimeStampAuthority {
  const folder = useFolderForAll();
  return useForAll(() => openAuthority(folder), 'close');
}

async function openAuthority(folder: string): Promise<TimeStampAuthority> {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  await createCertificates(folder, openssl);
  let asked = 0;
  let failure: { status: number; body: Buffer | string } | undefined;

  async function stamp(query: Buffer): Promise<Buffer> {
    const name = randomUUID();
    await writeFile(join(folder, `${name}.tsq`), query);
    await openssl(
      ...['ts', '-reply', '-config', 'tsa.cnf', '-queryfile', `${name}.tsq`, '-out', `${name}.tsr`],
      ...['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-chain', 'ca.pem'],
    );
    return readFile(join(folder, `${name}.tsr`));
  }

  const server = createServer(async (request, response) => {
    asked += 1;
    const query = await buffer(request);
    if (failure !== undefined) response.writeHead(failure.status).end(failure.body);
    else response.setHeader('content-type', 'application/timestamp-reply').end(await stamp(query));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stamp`,
    authority: await readFile(join(folder, 'ca.pem'), 'utf8'),
    asked: () => asked,
    failWith(given) {
      failure = given;
    },
    stamp,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createCertificates(
  folder: string,
  openssl: (...args: string[]) => Promise<unknown>,
): Promise<void> {
  await writeFile(join(folder, 'tsa.cnf'), CONFIG);
  await writeFile(join(folder, 'serial'), '01\n');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
  await openssl(
    ...['req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '30'],
    ...['-subj', '/O=Test stamps/CN=Test stamps CA', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
  );
  await openssl(
    ...['req', ...newKey, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/O=Test stamps/CN=Test TSA'],
  );
  await openssl(
    ...['x509', '-req', '-in', 'tsa.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '20', '-sha256'],
    ...['-extfile', 'tsa.cnf', '-extensions', 'stamping', '-out', 'tsa.pem'],
  );
}
