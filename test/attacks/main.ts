import { browserAttacks, protocolAttacks } from './corpus.ts';
import { falseAlarmsOf, isUnexpectedlyMissed } from './outcome.ts';
import { everyVisit, runCorpus } from './run.ts';
import { printed, writeGuide } from './table.ts';

/** `npm run attacks`: every attack and every honest capture against the real server; writes the figures into the guide. */
const MAX_ALARM_SHARE = 0.01;

const startedAt = performance.now();
const findings = await runCorpus(
  { protocol: await protocolAttacks(), browser: await browserAttacks(), ...everyVisit() },
  (text) => process.stderr.write(`${text}\n`),
);
if (findings.failures.length === 0) writeGuide(findings);
process.stdout.write(`${printed(findings)}\n`);
process.stdout.write(`It took ${Math.round((performance.now() - startedAt) / 1_000)} seconds.\n`);

const { attacks, honest, failures } = findings;
const isRefused = honest.some(({ refused }) => refused !== undefined);
const alarms = falseAlarmsOf(honest).length;
const isWorse = attacks.some(isUnexpectedlyMissed) || isRefused || alarms > MAX_ALARM_SHARE * honest.length;
process.exitCode = isWorse || failures.length > 0 ? 1 : 0;
