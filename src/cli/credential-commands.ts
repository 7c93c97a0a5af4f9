import { X509Certificate } from 'node:crypto';
import { toWireTime } from '../platform/clock.ts';
import type { Services } from '../services.ts';
import { type Command, flag, type Result, UsageError } from './command.ts';

export const credentialCommands: Command<'credentials' | 'sealing'>[] = [
  {
    name: 'credentials show',
    summary: 'Show the certificates that photos are sealed with, and how many photos wait to be sealed',
    options: {},
    run: show,
    show: printCredentials,
  },
  {
    name: 'credentials rotate',
    summary: 'Replace the installation’s own CA and signing certificate now; the old CA stays published',
    options: {},
    async run(services) {
      const { source } = await services.credentials.current();
      if (source === 'bought')
        throw new UsageError(
          'Photos are sealed with the certificate in C2PA_CERTIFICATE. Replace its files and restart instead.',
        );
      await services.credentials.rotate();
      return show(services);
    },
    show: printCredentials,
  },
  {
    name: 'credentials seal',
    summary:
      'Queue submitted photos without a seal; with --damaged, those whose sealed file is missing or damaged',
    options: { damaged: flag },
    async run({ sealing }, given, progress) {
      const queued = given.flag('damaged')
        ? await sealing.queueDamaged((checked, found) => progress(`${checked} files, ${found} queued`))
        : await sealing.queueUnsealed((found) => progress(`${found} photos`));
      return { queued };
    },
    show: ({ queued }) => `Photos queued: ${queued}\n`,
  },
];

async function show({ credentials, sealing }: Pick<Services, 'credentials' | 'sealing'>): Promise<Result> {
  const { source, chain } = await credentials.current();
  const { anchors } = await credentials.trust();
  const { count, givenUp, error } = await sealing.waiting();
  return {
    source,
    chain: chain.map(facts),
    published: anchors.map(facts),
    time_stamps: sealing.timeStampUrl === undefined ? null : new URL(sealing.timeStampUrl).origin,
    waiting: count,
    given_up: givenUp,
    last_error: error ?? null,
  };
}

function facts(pem: string) {
  const { subject, validToDate, fingerprint256 } = new X509Certificate(pem);
  return {
    subject: subject.split('\n').join(', '),
    valid_until: toWireTime(validToDate.getTime()),
    sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

function printCredentials(shown: Result): string {
  const { source, chain, published, time_stamps, waiting, given_up, last_error } = shown;
  const lines = (certificates: unknown) =>
    (certificates as ReturnType<typeof facts>[]).map(
      ({ subject, valid_until, sha256 }) =>
        `  ${subject}\n    valid until ${valid_until}, SHA-256 ${sha256}\n`,
    );
  return [
    `Signing certificate and its issuers (${source === 'own' ? 'created by this installation' : 'from C2PA_CERTIFICATE'}):\n`,
    ...lines(chain),
    'Published at /.well-known/shutterpost-ca.pem:\n',
    ...lines(published),
    `Time stamps: ${time_stamps ?? 'none'}\n`,
    `Photos waiting to be sealed: ${waiting}\n`,
    ...(given_up === 0 ? [] : [`Photos that can’t be sealed: ${given_up}\n`]),
    ...(last_error === null ? [] : [`Last error: ${last_error}\n`]),
  ].join('');
}
