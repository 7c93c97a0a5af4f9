import { CHECKS, type CheckName, type Finding } from '../../src/photos/evidence/finding.ts';
import type { Attack, Ending } from './attack.ts';
import type { HonestResult } from './honest/visit.ts';
import type { CorpusServer } from './stage/server.ts';

/** What became of one attack. */
export interface AttackResult {
  name: string;
  attack: Attack;
  result: 'refused' | 'warned' | 'missed';
  /** The reason of a refusal. */
  refused?: string;
  warnings: Finding[];
}

export async function resultOf(
  name: string,
  attack: Attack,
  ending: Ending,
  server: CorpusServer,
): Promise<AttackResult> {
  if ('refused' in ending) return { name, attack, result: 'refused', refused: ending.refused, warnings: [] };
  const photos = await server.photosOf(ending.requestId);
  if (photos.length === 0) throw new Error(`${name} was neither refused nor submitted`);
  const warnings = photos.flatMap(({ evidence }) => evidence.filter(({ result }) => result === 'warn'));
  return { name, attack, result: warnings.length > 0 ? 'warned' : 'missed', warnings };
}

export function checksIn(warnings: Finding[]): CheckName[] {
  return CHECKS.filter((check) => warnings.some((warning) => warning.check === check));
}

/** How one check did: of the attacks that aim at it, and of the honest captures. */
export interface CheckScore {
  check: CheckName;
  caught: number;
  missed: number;
  falseAlarms: number;
  honest: number;
}

export function scoreChecks(attacks: AttackResult[], honest: HonestResult[]): CheckScore[] {
  const received = honest.flatMap(({ photo }) => photo ?? []);
  return CHECKS.map((check) => {
    const aimed = attacks.filter(({ attack, result }) => attack.aims.includes(check) && result !== 'refused');
    const caught = aimed.filter(({ warnings }) => checksIn(warnings).includes(check)).length;
    const falseAlarms = received.filter(({ evidence }) =>
      evidence.some((finding) => finding.check === check && finding.result === 'warn'),
    ).length;
    return { check, caught, missed: aimed.length - caught, falseAlarms, honest: received.length };
  });
}

/** What honest captures were told off for. */
export function falseAlarmsOf(honest: HonestResult[]): { about: string; warnings: Finding[] }[] {
  return honest.flatMap(({ about, photo }) => {
    const warnings = photo?.evidence.filter(({ result }) => result === 'warn') ?? [];
    return warnings.length === 0 ? [] : [{ about, warnings }];
  });
}

/** Whether an attack came through that is not known to. */
export function isUnexpectedlyMissed({ attack, result }: AttackResult): boolean {
  return result === 'missed' && attack.missedBecause === undefined;
}
