import { parseArgs } from 'node:util';
import type { Engine } from '../src/platform/db/database.ts';

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** One option of a group: what it is when no one gives it, and how its text is read. */
export interface Option<T> {
  default: string;
  read(name: string, text: string): T;
}

type Values<Specification> = {
  [Name in keyof Specification]: Specification[Name] extends Option<infer T> ? T : never;
};

export function readOptions<Specification extends Record<string, Option<unknown>>>(
  args: string[],
  specification: Specification,
): Values<Specification> {
  const entries = Object.entries(specification);
  const values = parse(args, entries);
  return Object.fromEntries(
    entries.map(([name, option]) => [name, option.read(name, String(values[name]))]),
  ) as Values<Specification>;
}

/** Someone asked for what there is not. */
export class UsageError extends Error {}

function parse(args: string[], entries: [string, Option<unknown>][]): Record<string, unknown> {
  const options = entries.map(([name, option]) => [name, { type: 'string', default: option.default }]);
  try {
    return parseArgs({ args, options: Object.fromEntries(options) }).values;
  } catch (error) {
    const known = entries.map(([name, option]) => `  --${name} ${option.default}`).join('\n');
    throw new UsageError(`${(error as Error).message}\nThe options and what they are by default:\n${known}`);
  }
}

export function wholeNumber(unlessGiven: number): Option<number> {
  return { default: String(unlessGiven), read: positive };
}

export function wholeNumbers(unlessGiven: readonly number[]): Option<number[]> {
  return {
    default: unlessGiven.join(','),
    read: (name, text) => text.split(',').map((one) => positive(name, one)),
  };
}

/** A list of some of these, in this order. */
export function someOf<T extends string | number>(
  all: readonly T[],
  unlessGiven: readonly T[] = all,
): Option<T[]> {
  return {
    default: unlessGiven.join(','),
    read(name, text) {
      const given = text.split(',');
      const unknown = given.filter((one) => !all.some((known) => String(known) === one));
      if (unknown.length > 0)
        throw new UsageError(`--${name} takes a list of ${all.join(', ')}; not ${unknown.join(', ')}`);
      return all.filter((one) => given.includes(String(one)));
    },
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} must be a whole number from 1`);
  return value;
}
