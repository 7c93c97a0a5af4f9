import { Alert } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { Icon } from './icon.tsx';
import { explain } from './states.tsx';

/** What a form's call was refused with. What belongs to a field stands at the field, so only the rest is shown. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: string[] }) {
  if (error === null || error === undefined) return null;
  const text = textOf(error, fields);
  if (text === null) return null;
  return (
    <Alert color="red" icon={<Icon name="alert" />} role="alert" data-testid="form-error">
      {text}
    </Alert>
  );
}

function textOf(error: unknown, fields: string[]): string | null {
  if (!(error instanceof ApiError)) return explain(error).advice;
  const details = Object.entries(error.details);
  if (details.length === 0) return error.status === 429 ? explain(error).advice : error.message;
  const others = details.filter(([field]) => !fields.includes(field));
  if (others.length === 0) return null;
  return others.map(([, messages]) => messages.join(' ')).join(' ');
}
