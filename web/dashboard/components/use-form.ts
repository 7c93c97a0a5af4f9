import { useState } from 'react';
import { fieldErrors } from '../api/api-error.ts';
import { hasEdits, valuesOf, withEdit } from './form-values.ts';

type Values = Record<string, unknown>;

/**
 * The state of a form: `text('email')` gives value, onChange and error for an input; `submit(call)` for `onSubmit`
 * runs the call and keeps what it was refused with. `stored` may change while the form is open: only `edits`, what
 * was really written, may be sent back without undoing what others did.
 */
export function useForm<T extends Values>(stored: T) {
  const [edits, setEdits] = useState<Partial<T>>({});
  const values = valuesOf(stored, edits);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const errors = fieldErrors(error);
  const set = <K extends keyof T>(name: K, value: T[K]) =>
    setEdits((all) => withEdit(stored, all, name, value));

  return {
    values,
    edits,
    /** Something was written that is not stored. */
    hasEdits: hasEdits(stored, edits),
    set,
    /** Back to what is stored. */
    reset: () => {
      setEdits({});
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
