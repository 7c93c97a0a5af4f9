import { SMTPServer } from 'smtp-server';

// A mail server in a process of its own: `node test/helpers/email/smtp-server-process.ts` with PORT. It prints what it
// takes, one JSON line each, and behaves as the name of the recipient says.

const seen = new Set<string>();
const muted = new Set<string>();

const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onAuth({ username, password }, _session, done) {
    if (password === 'right') done(null, { user: username });
    else done(refusal(535, 'Authentication failed'));
  },
  onRcptTo({ address }, _session, done) {
    const isFirst = !seen.has(address);
    seen.add(address);
    if (address.startsWith('unknown')) return done(refusal(550, `<${address}> is not known here`));
    if (address.startsWith('busy') && isFirst) return done(refusal(451, 'Come back in a moment'));
    if (address.startsWith('relay')) return done(refusal(530, 'Authentication required'));
    if (address.startsWith('full')) return done(refusal(452, 'The mailbox is full'));
    if (address.startsWith('hang')) return undefined;
    done();
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map(({ address }) => address);
      const from = mailFrom === false ? '' : mailFrom.address;
      const raw = Buffer.concat(chunks).toString('base64');
      process.stdout.write(`${JSON.stringify({ from, to, raw })}\n`);
      if (to[0]?.startsWith('spam')) return done(refusal(554, 'This looks like spam'));
      // Taken, but the first time the sender does not hear of it.
      if (to[0]?.startsWith('mute') && !muted.has(to[0])) return void muted.add(to[0]);
      done();
    });
  },
});
server.on('error', () => {});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
