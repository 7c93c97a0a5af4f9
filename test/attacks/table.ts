import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from './attack.ts';
import type { HonestResult } from './honest/visit.ts';
import { type AttackResult, checksIn, falseAlarmsOf, scoreChecks } from './outcome.ts';

export interface Findings {
  attacks: AttackResult[];
  honest: HonestResult[];
  /** What could not be carried out. */
  failures: string[];
}

const GUIDE = join(import.meta.dirname, '../../docs/guides/live-proof.md');
const START = '<!-- Written by `npm run attacks`. -->';
const END = '<!-- Until here. -->';

/** Puts the figures between the marks of the guide. */
export function writeGuide(findings: Findings): void {
  const text = readFileSync(GUIDE, 'utf8');
  const [before, after] = [text.split(START)[0], text.split(END)[1]];
  if (before === undefined || after === undefined) throw new Error('The guide has no marks for the table.');
  writeFileSync(GUIDE, `${before}${START}\n\n${markdownOf(findings)}\n\n${END}${after}`);
}

function markdownOf(findings: Findings): string {
  return [summary(findings), checkTable(findings), attackTables(findings), missedList(findings)].join('\n\n');
}

/** For people at a terminal and for the guide. */
export function summary({ attacks, honest }: Omit<Findings, 'failures'>): string {
  const count = (result: string) => attacks.filter((attack) => attack.result === result).length;
  const refused = honest.filter((capture) => capture.refused !== undefined).length;
  return [
    `Of ${attacks.length} attacks ${count('refused')} were refused, ${count('warned')} were warned of and`,
    `${count('missed')} came through. Of ${honest.length} honest captures ${refused} were refused and`,
    `${falseAlarmsOf(honest).length} were warned of.`,
  ].join(' ');
}

function checkTable({ attacks, honest }: Findings): string {
  const rows = scoreChecks(attacks, honest).map(
    ({ check, caught, missed, falseAlarms }) => `| \`${check}\` | ${caught} | ${missed} | ${falseAlarms} |`,
  );
  return ['| check | caught | missed | false alarms |', '|---|---|---|---|', ...rows].join('\n');
}

function attackTables({ attacks }: Findings): string {
  return Object.entries(KINDS)
    .map(([kind, title]) => {
      const rows = attacks
        .filter(({ attack }) => attack.kind === kind)
        .map((result) => `| ${result.attack.imitates.replace(/\.$/, '')} | ${endingOf(result)} |`);
      return [`### ${title}`, '', '| someone tries | what happens |', '|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

export function endingOf({ result, warnings }: AttackResult): string {
  if (result !== 'warned') return result === 'missed' ? '**missed**' : 'refused';
  return `warned: ${checksIn(warnings)
    .map((check) => `\`${check}\``)
    .join(', ')}`;
}

function missedList({ attacks }: Findings): string {
  const missed = attacks.filter(({ result }) => result === 'missed');
  if (missed.length === 0) return '';
  const lines = missed.map(
    ({ attack }) =>
      `- **${attack.imitates}** ${attack.missedBecause ?? 'The checks should notice it and do not yet.'}`,
  );
  return ['### What comes through, and why', '', ...lines].join('\n');
}

/** The same for a terminal, with what was said of each false alarm. */
export function printed({ attacks, honest, failures }: Findings): string {
  const alarms = falseAlarmsOf(honest).flatMap(({ about, warnings }) =>
    warnings.map(
      ({ check, message, figures }) => `  ${about}: ${check}, ${message} ${JSON.stringify(figures)}`,
    ),
  );
  const refusals = honest.flatMap(({ about, refused }) =>
    refused === undefined ? [] : [`  ${about}: ${refused}`],
  );
  const lines = attacks.map((result) => {
    const what = result.refused ?? checksIn(result.warnings).join(', ');
    const isBeside =
      result.result === 'warned' &&
      !checksIn(result.warnings).some((check) => result.attack.aims.includes(check));
    return `  ${result.result.padEnd(8)} ${result.name.padEnd(38)} ${what}${isBeside ? ' (by the way)' : ''}`;
  });
  const scores = scoreChecks(attacks, honest).map(
    ({ check, caught, missed, falseAlarms }) =>
      `  ${check.padEnd(10)} caught ${String(caught).padStart(3)}  missed ${String(missed).padStart(3)}  false alarms ${String(falseAlarms).padStart(3)}`,
  );
  return [
    ...['Attacks', ...lines, '', 'Checks', ...scores, ''],
    ...(refusals.length > 0 ? ['Honest captures that were refused', ...refusals, ''] : []),
    ...(alarms.length > 0 ? ['False alarms', ...alarms, ''] : []),
    ...(failures.length > 0 ? ['Not carried out', ...failures.map((text) => `  ${text}`), ''] : []),
    summary({ attacks, honest }),
  ].join('\n');
}
