import { z } from 'zod';
import { openEnum } from '../../platform/http/fields.ts';

/** What is looked at, in the order in which it is shown. */
export const CHECKS = [
  'duplicate',
  'stream',
  'camera',
  'page',
  'clock',
  'place',
  'motion',
  'screen',
  'content',
  'file',
  'challenge',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** The numbers and names that a finding rests on. */
export type Figures = Record<string, number | string | boolean>;

/** What one check says of one photo. There is no total: each speaks for itself. */
export const findingSchema = z
  .strictObject({
    check: openEnum(CHECKS),
    result: openEnum(['pass', 'warn', 'unknown']).meta({
      description: '`warn`: look at the photo. `unknown`: the device or the photo gave too little to tell.',
    }),
    message: z.string().meta({ description: 'One sentence in English.' }),
    figures: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])).meta({
      description: 'The numbers and names behind it. Which ones there are depends on the check.',
    }),
  })
  .meta({ id: 'Finding' });

export type Finding = z.infer<typeof findingSchema>;
/** Empty for a photo that came before there were checks. */
export function findingsOf({ evidence }: { evidence: string | null }): Finding[] {
  return evidence === null ? [] : JSON.parse(evidence);
}

/** Figures are read by people. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export type Outcome = Omit<Finding, 'check'>;

export const pass = (message: string, figures: Figures = {}): Outcome => ({
  result: 'pass',
  message,
  figures,
});
export const warn = (message: string, figures: Figures = {}): Outcome => ({
  result: 'warn',
  message,
  figures,
});
export const unknown = (message: string, figures: Figures = {}): Outcome => ({
  result: 'unknown',
  message,
  figures,
});
