import { parseArgs } from 'node:util';
import type { Effort } from '../measure.ts';

/** How many customers send at once. */
export const PARTS = [8, 100];

export interface Options extends Effort {
  parts: number[];
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: PARTS.join(',') },
    },
  });
  const parts = values.only.split(',').map(Number);
  if (!parts.every((part) => PARTS.includes(part))) {
    throw new Error(`--only takes a list of ${PARTS.join(', ')}`);
  }
  return {
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    parts: PARTS.filter((part) => parts.includes(part)),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1`);
  return value;
}
