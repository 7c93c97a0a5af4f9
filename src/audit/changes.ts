import { cutToCharacters } from '../platform/text.ts';

type Value = string | number | boolean | null | readonly string[];
type Detail = string | number | boolean | null;

const MAX_TEXT_LENGTH = 500;

/** What a change did, for the details of an audit entry: each changed field as it is now, and as it was (`…_before`). */
export function changesBetween<T extends Record<string, Value>>(before: T, after: T): Record<string, Detail> {
  const changed: Record<string, Detail> = {};
  for (const field of Object.keys(after)) {
    const [was, is] = [toValue(before[field] ?? null), toValue(after[field] ?? null)];
    if (was === is) continue;
    changed[`${field}_before`] = shortened(was);
    changed[field] = shortened(is);
  }
  return changed;
}

function toValue(value: Value): Detail {
  return typeof value === 'object' && value !== null ? value.join(', ') : value;
}

function shortened(value: Detail): Detail {
  return typeof value === 'string' && value.length > MAX_TEXT_LENGTH
    ? `${cutToCharacters(value, MAX_TEXT_LENGTH)}…`
    : value;
}
