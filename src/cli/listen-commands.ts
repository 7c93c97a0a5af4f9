import { VERSION } from '../platform/version.ts';
import { type BareCommand, listOf, optional, required, UsageError } from './command.ts';
import { faultOfOptions, listen, newSecret } from './listener.ts';

const DEFAULT_URL = 'http://localhost:3000';

export const listenCommands: BareCommand[] = [
  {
    name: 'listen',
    summary: 'Forward test events to a receiver on your own machine, signed as webhooks are, until Ctrl+C',
    options: {
      'forward-to': required('URL'),
      url: optional('URL'),
      'api-key': optional('KEY'),
      events: optional('A,B'),
      secret: optional('WHSEC'),
    },
    async runBare(env, given) {
      const apiKey = given.optional('api-key') ?? env.SHUTTERPOST_API_KEY;
      if (apiKey === undefined || apiKey === '')
        throw new UsageError('Missing --api-key, or SHUTTERPOST_API_KEY: a test key (shp_test_…)');
      const events = given.optional('events');
      const options = {
        url: given.optional('url') ?? env.SHUTTERPOST_URL ?? DEFAULT_URL,
        forwardTo: given.text('forward-to'),
        secret: given.optional('secret') ?? newSecret(),
      };
      const fault = faultOfOptions(options);
      if (fault !== undefined) throw new UsageError(fault);
      // Beside the result, which is printed at the end.
      const print = (line: string) => void process.stderr.write(`${line}\n`);
      print(`Events of the test environment go to ${options.forwardTo}, signed with ${options.secret}`);
      const stop = new AbortController();
      const onSignal = () => stop.abort();
      process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
      try {
        return await listen({
          ...options,
          apiKey,
          events: events === undefined ? undefined : listOf('events', events),
          userAgent: `Shutterpost-Webhooks/${VERSION.split('.', 2).join('.')}`,
          signal: stop.signal,
          print,
        });
      } finally {
        process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      }
    },
  },
];
