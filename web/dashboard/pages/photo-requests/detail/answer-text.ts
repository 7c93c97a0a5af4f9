import type { WireAnswer } from '../../../../../src/questions/schema.ts';

/** A drawn signature comes as a picture. */
export function isDrawing(value: WireAnswer['value']): value is string {
  return typeof value === 'string' && value.startsWith('<svg ');
}

/** "Yes", "12 km", "Door, Roof", "31 January 2026" */
export function answerText({ type, value }: Pick<WireAnswer, 'type' | 'value'>, unit: string | null): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return unit === null ? String(value) : `${value} ${unit}`;
  if (typeof value !== 'string') return value.join(', ');
  if (type === 'date') return dayText(value);
  return isDrawing(value) ? 'Drawn signature' : value;
}

function dayText(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
