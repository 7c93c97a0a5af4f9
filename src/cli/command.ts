import type { Services } from '../services.ts';

/** One operator command, with the use cases that it takes. Its result is printed as JSON or as text. */
export type Command<Taken extends keyof Services = keyof Services> = ServiceCommand<Taken> | BareCommand;

interface CommandFrame {
  /** Such as `key create`. */
  name: string;
  summary: string;
  options: Record<string, Option>;
  /** How a person reads the result, where a list of names and values is not enough. */
  show?(result: Result): string;
  /** The command did its work, and what it found is bad: it ends with 1. */
  foundFaults?(result: Result): boolean;
}

/** Works on the configured database and storage. */
export interface ServiceCommand<Taken extends keyof Services = keyof Services> extends CommandFrame {
  run(services: Pick<Services, Taken>, given: Given, progress: Progress): Promise<Result>;
}

/** Must do without: the database is not there yet, or something is broken. */
export interface BareCommand extends CommandFrame {
  runBare(env: NodeJS.ProcessEnv, given: Given, progress: Progress): Promise<Result>;
}

/** One line on standard error that tells how far it is; says nothing when no one is looking. */
export type Progress = (line: string) => void;

export interface Option {
  /** `argument`: stands behind the command without a name of its own. A command has one at the most. */
  kind: 'required' | 'optional' | 'flag' | 'argument';
  /** What stands for the value in the help. */
  value?: string;
}

export type Result = Record<string, unknown>;

/** The options of one call, checked against the command's own list. */
export interface Given {
  text(name: string): string;
  optional(name: string): string | undefined;
  flag(name: string): boolean;
}

/** The operator called a command wrongly; the message says how to call it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const required = (value: string): Option => ({ kind: 'required', value });
export const optional = (value: string): Option => ({ kind: 'optional', value });
export const argument = (value: string): Option => ({ kind: 'argument', value });
export const flag: Option = { kind: 'flag' };

export function oneOf<T extends string>(option: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new UsageError(`--${option} must be one of ${allowed.join(', ')}`);
  return found;
}

export function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${option} must be a whole number`);
  return Number(text);
}

/** An empty list is a slip, such as an unset variable in a script, and must not mean "none" or "all". */
export function listOf(option: string, text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.includes('')) throw new UsageError(`--${option} has an empty entry`);
  return [...new Set(entries)];
}
