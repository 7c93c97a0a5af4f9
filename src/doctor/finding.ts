import { withTimeLimit } from '../platform/time-limit.ts';

export type FindingStatus = 'ok' | 'warning' | 'failure' | 'skipped';

/** What a check found, and what to do about it. */
export interface Finding {
  status: FindingStatus;
  message: string;
  remedy?: string;
}

export interface NamedFinding extends Finding {
  name: string;
}

/** One thing that can be looked at by itself. Whatever it throws is its failure, and of no other check. */
export interface Check {
  name: string;
  run(): Promise<Finding>;
  /** What helps when it throws or takes too long. */
  remedy: string;
  /** When it is not the usual one. */
  limitMs?: number;
}

const LIMIT_MS = 10_000;

export const ok = (message: string): Finding => ({ status: 'ok', message });
export const skipped = (message: string): Finding => ({ status: 'skipped', message });
export const warning = (message: string, remedy: string): Finding => ({ status: 'warning', message, remedy });
export const failure = (message: string, remedy: string): Finding => ({ status: 'failure', message, remedy });

/** What this check needs is not there; another check tells of it. */
export class NotExaminableError extends Error {
  override name = 'NotExaminableError';
}

export async function examine(check: Check, withoutSecrets: (text: string) => string): Promise<NamedFinding> {
  const limitMs = check.limitMs ?? LIMIT_MS;
  const found = check.run().catch((error: unknown): Finding => {
    if (error instanceof NotExaminableError) return skipped(error.message);
    return failure(reasonOf(error), check.remedy);
  });
  const { message, ...finding } = await withTimeLimit(limitMs, found, () =>
    failure(`No response within ${limitMs / 1000} s.`, check.remedy),
  );
  return { name: check.name, ...finding, message: withoutSecrets(message) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of several addresses each has its own reason, and none stands in the message.
  const reasons = error instanceof AggregateError ? error.errors.map(reasonOf) : [error.message];
  return reasons.join('; ').trim() || error.name;
}
