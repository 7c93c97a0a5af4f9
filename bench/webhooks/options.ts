import { parseArgs } from 'node:util';
import type { Engine } from '../../src/platform/db/database.ts';
import type { Effort } from '../measure.ts';

export const PARTS = ['throughput', 'latency', 'isolation', 'backlog'] as const;
export type Part = (typeof PARTS)[number];
const ENGINES: Engine[] = ['sqlite', 'postgres'];

export interface Options extends Effort {
  parts: Part[];
  engines: Engine[];
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: PARTS.join(',') },
      engine: { type: 'string', default: 'sqlite' },
    },
  });
  return {
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    parts: chosen('only', values.only, PARTS),
    engines: chosen('engine', values.engine, ENGINES),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1`);
  return value;
}

function chosen<T extends string>(name: string, text: string, all: readonly T[]): T[] {
  const names = text.split(',');
  const unknown = names.filter((one) => !(all as readonly string[]).includes(one));
  if (unknown.length > 0)
    throw new Error(`--${name} takes a list of ${all.join(', ')}; not ${unknown.join(', ')}`);
  return all.filter((one) => names.includes(one));
}
