import { useState } from 'react';
import { fieldErrors } from '../api/api-error.ts';

type Values = Record<string, unknown>;

/**
 * The state of a form: `text('email')` gives value, onChange and error for an input; `submit(call)` for `onSubmit`
 * runs the call and keeps what it was refused with.
 */
export function useForm<T extends Values>(initial: T) {
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const errors = fieldErrors(error);
  const set = <K extends keyof T>(name: K, value: T[K]) => setValues((all) => ({ ...all, [name]: value }));

  return {
    values,
    set,
    reset: (next: T = initial) => {
      setValues(next);
      setError(null);
    },
    busy,
    error,
    errors,
    /** Names of the fields, for `<FormError fields>`. */
    fields: Object.keys(values),
    text: (name: keyof T & string) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        set(name, event.currentTarget.value as T[typeof name]),
    }),
    submit: (call: (values: T) => Promise<unknown>) => async (event?: { preventDefault(): void }) => {
      event?.preventDefault();
      if (busy) return;
      setBusy(true);
      setError(null);
      try {
        await call(values);
      } catch (caught) {
        setError(caught);
      } finally {
        setBusy(false);
      }
    },
  };
}
