import type { WireAnswer } from '../../../../../src/questions/schema.ts';

/** A drawn signature comes as a picture. */
export function isDrawing(value: WireAnswer['value']): value is string {
  return typeof value === 'string' && value.startsWith('<svg ');
}

/** "Yes", "12 km", "Door, Roof" */
export function answerText(value: WireAnswer['value'], unit: string | null): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return unit === null ? String(value) : `${value} ${unit}`;
  if (typeof value !== 'string') return value.join(', ');
  return isDrawing(value) ? 'Drawn signature' : value;
}
