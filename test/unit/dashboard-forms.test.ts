import { describe, expect, it } from 'vitest';
import { valuesOf, withEdit } from '../../web/dashboard/components/form-values.ts';

interface Settings {
  name: string;
  retention_days: number | null;
}

const OLD: Settings = { name: 'Old name', retention_days: 30 };
/** What another admin made of it while the form was open. */
const NEW: Settings = { name: 'New name', retention_days: null };

describe('a form of something that others change too', () => {
  it('should show what others stored where nothing was written', () => {
    const edits = withEdit(OLD, {}, 'retention_days', 90);
    expect(valuesOf(NEW, edits)).toEqual({ name: 'New name', retention_days: 90 });
  });

  it('should send only what was written', () => {
    expect(withEdit(OLD, {}, 'retention_days', null)).toEqual({ retention_days: null });
  });

  it('should keep the last of several edits, and those of other fields', () => {
    const first = withEdit(OLD, { retention_days: 7 }, 'name', 'Harbour');
    expect(withEdit(OLD, first, 'name', 'Harbour 2')).toEqual({ name: 'Harbour 2', retention_days: 7 });
  });

  it('should send nothing that was written back to what is stored', () => {
    const edits = withEdit(OLD, {}, 'name', 'Old name!');
    expect(withEdit(OLD, edits, 'name', 'Old name')).toEqual({});
  });
});
