import { cutToCharacters } from '../platform/text.ts';

type Value = string | number | boolean | null | readonly string[];
type Detail = string | number | boolean | null;

const MAX_TEXT_LENGTH = 500;

/** What a change did, for the details of an audit entry: each changed field as it is now, and as it was (`…_before`). */
export function changesBetween<T extends Record<string, Value>>(before: T, after: T): Record<string, Detail> {
  const changed: Record<string, Detail> = {};
  for (const field of Object.keys(after)) {
    const [was, is] = [toDetail(before[field] ?? null), toDetail(after[field] ?? null)];
    if (was === is) continue;
    changed[`${field}_before`] = was;
    changed[field] = is;
  }
  return changed;
}

function toDetail(value: Value): Detail {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : value.join(', ');
  return text.length > MAX_TEXT_LENGTH ? `${cutToCharacters(text, MAX_TEXT_LENGTH)}…` : text;
}
