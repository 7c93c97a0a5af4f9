import { Button, NativeSelect, NumberInput, Switch } from '@mantine/core';
import { MAX_REMINDERS } from '../../../../src/shared/reminder-limits.ts';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { FormError, Section, useForm } from '../../components/index.ts';
import forms from './forms.module.css';
import styles from './settings.module.css';
import { useSaveSettings } from './use-save-settings.ts';

/** When customers are reminded, and how often. */
export function RemindersSection({ settings }: { settings: Settings }) {
  const { can } = useWorkspace();
  const form = useForm({
    reminder_from_hour: settings.reminder_from_hour,
    reminder_until_hour: settings.reminder_until_hour,
    reminder_weekends: settings.reminder_weekends,
    max_reminders: settings.max_reminders,
  });
  const save = useSaveSettings(form);
  const { reminder_from_hour: from, reminder_until_hour: until, max_reminders: max } = form.values;
  const submit = form.submit(() => save.mutateAsync(form.edits));
  const hourField = (name: 'reminder_from_hour' | 'reminder_until_hour', first: number, count: number) => ({
    data: Array.from({ length: count }, (_, index) => ({
      value: String(first + index),
      label: `${String(first + index).padStart(2, '0')}:00`,
    })),
    value: String(form.values[name]),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(name, Number(event.currentTarget.value)),
    error: form.errors[name],
    disabled: !can('admin'),
    'data-testid': name,
  });
  return (
    <Section
      title="Reminders"
      description="Applies to scheduled reminders, in the customer’s time zone or, if it isn’t known, in yours."
    >
      <form className={forms.form} onSubmit={submit} data-testid="reminders-form">
        <div className={styles.hours}>
          <NativeSelect label="Send from" {...hourField('reminder_from_hour', 0, 24)} />
          <NativeSelect
            label="Send until"
            {...hourField('reminder_until_hour', 1, 24)}
            error={form.errors.reminder_until_hour ?? (until > from ? undefined : 'Choose a later hour.')}
          />
        </div>
        <Switch
          label="Send on weekends"
          description="When off, reminders due on Saturday or Sunday wait until Monday."
          checked={form.values.reminder_weekends}
          disabled={!can('admin')}
          onChange={(event) => form.set('reminder_weekends', event.currentTarget.checked)}
          data-testid="reminder-weekends"
        />
        <NumberInput
          label="Maximum per request"
          description={
            max === 0 ? 'Reminders are turned off.' : 'Includes those sent by hand. 0 turns them off.'
          }
          min={0}
          max={MAX_REMINDERS}
          allowDecimal={false}
          allowNegative={false}
          value={max}
          onChange={(value) => form.set('max_reminders', Number(value))}
          error={form.errors.max_reminders}
          disabled={!can('admin')}
          maw={340}
          data-testid="max-reminders"
        />
        <FormError error={form.error} fields={form.fields} />
        {can('admin') && (
          <div>
            <Button type="submit" loading={form.busy} disabled={until <= from} data-testid="save-reminders">
              Save
            </Button>
          </div>
        )}
      </form>
    </Section>
  );
}
