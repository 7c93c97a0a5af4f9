import { diagnose } from '../doctor/doctor.ts';
import type { FindingStatus, NamedFinding } from '../doctor/finding.ts';
import type { BareCommand } from './command.ts';

const MARKS: Record<FindingStatus, string> = { ok: '✓', warning: '!', failure: '✗', skipped: '-' };

export const doctorCommands: BareCommand[] = [
  {
    name: 'doctor',
    summary:
      'Check everything the service depends on and say what to do; exits with 1 if something is broken',
    options: {},
    async runBare(env, _given, progress) {
      progress('Checking…');
      return { ...(await diagnose(env)) };
    },
    foundFaults: ({ healthy }) => healthy !== true,
    show: ({ checks }) => (checks as NamedFinding[]).map(line).join('') + verdict(checks as NamedFinding[]),
  },
];

function line({ status, name, message, remedy }: NamedFinding): string {
  const advice = remedy === undefined ? '' : `  → ${remedy}\n`;
  return `${MARKS[status]} ${name}: ${message}\n${advice}`;
}

function verdict(checks: NamedFinding[]): string {
  const count = (status: FindingStatus) => checks.filter((check) => check.status === status).length;
  return `\n${count('failure')} broken, ${count('warning')} to check, ${count('ok')} OK\n`;
}
