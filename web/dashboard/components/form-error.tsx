import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { focusFirstError } from './focus-first-error.ts';
import styles from './form-error.module.css';
import { Icon } from './icon.tsx';
import { explain } from './states.tsx';

/**
 * What a form's call was refused with. What belongs to a field stands at the field, so only the rest is shown. Either way
 * the focus goes to what is wrong: the button that had it is disabled while the call runs and loses it.
 */
export function FormError({ error, fields = [] }: { error: unknown; fields?: string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = box.current?.closest('form') ?? box.current?.parentElement;
    if (error !== null && error !== undefined && form) focusFirstError(form, alert.current);
  }, [error]);
  const text = error === null || error === undefined ? null : textOf(error, fields);
  return (
    <div ref={box} className={styles.box}>
      {text !== null && (
        <Alert
          ref={alert}
          color="red"
          icon={<Icon name="alert" />}
          role="alert"
          tabIndex={-1}
          data-testid="form-error"
        >
          {text}
        </Alert>
      )}
    </div>
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
