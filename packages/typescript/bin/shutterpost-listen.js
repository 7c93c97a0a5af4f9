#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faultOfOptions, ListenError, listen, newSecret } from '../dist/generated/listener.js';

const USAGE = `Usage: shutterpost-listen --forward-to URL [--url URL] [--api-key KEY] [--events A,B] [--secret WHSEC]

Forwards events of the test environment to a receiver on your own machine, signed as webhooks are, until Ctrl+C.
The key is a test key; SHUTTERPOST_API_KEY and SHUTTERPOST_URL stand for --api-key and --url.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args) {
  const text = { type: 'string' };
  const names = { 'forward-to': text, url: text, 'api-key': text, events: text, secret: text };
  let values;
  try {
    ({ values } = parseArgs({ args, options: { ...names, help: { type: 'boolean' } } }));
  } catch (error) {
    return misused(error.message);
  }
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const apiKey = values['api-key'] ?? process.env.SHUTTERPOST_API_KEY;
  if (!apiKey) return misused('Missing --api-key, or SHUTTERPOST_API_KEY: a test key (shp_test_…)');
  const options = {
    url: values.url ?? process.env.SHUTTERPOST_URL ?? 'http://localhost:3000',
    forwardTo: values['forward-to'] ?? '',
    secret: values.secret ?? newSecret(),
  };
  const fault = faultOfOptions(options);
  if (fault !== undefined) return misused(fault);

  const print = (line) => process.stderr.write(`${line}\n`);
  print(`Events of the test environment go to ${options.forwardTo}, signed with ${options.secret}`);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const userAgent = `Shutterpost-Webhooks/${version.split('.', 2).join('.')}`;
  const events = values.events?.split(',').map((name) => name.trim());
  try {
    await listen({ ...options, apiKey, events, userAgent, signal: stop.signal, print });
    return 0;
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    print(error.message);
    return 1;
  }
}

function misused(message) {
  process.stderr.write(`${message}\n\n${USAGE}`);
  return 2;
}
