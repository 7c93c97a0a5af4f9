import { Button, Select, TextInput } from '@mantine/core';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { FormError, Section, useForm } from '../../components/index.ts';
import forms from './forms.module.css';
import { useSaveSettings } from './use-save-settings.ts';

export function GeneralSection({ settings }: { settings: Settings }) {
  const { can } = useWorkspace();
  const form = useForm({ name: settings.name, time_zone: settings.time_zone });
  const save = useSaveSettings(form);
  const submit = form.submit(() => save.mutateAsync(form.edits));
  return (
    <Section title="Workspace">
      <form className={forms.form} onSubmit={submit} data-testid="general-form">
        <TextInput
          label="Name"
          description={
            can('owner')
              ? 'Customers see it on the pages where they take photos.'
              : 'Only owners can change it.'
          }
          required
          withAsterisk={false}
          maxLength={100}
          disabled={!can('owner')}
          data-testid="workspace-name"
          {...form.text('name')}
        />
        <Select
          label="Time zone"
          description={`Used in the app and in reports. Current time: ${timeIn(form.values.time_zone)}.`}
          data={zonesWith(settings.time_zone)}
          value={form.values.time_zone}
          onChange={(zone) => zone !== null && form.set('time_zone', zone)}
          error={form.errors.time_zone}
          searchable
          allowDeselect={false}
          limit={60}
          nothingFoundMessage="No matching time zone. Try a large city."
          disabled={!can('admin')}
          data-testid="time-zone"
        />
        <FormError error={form.error} fields={form.fields} />
        {can('admin') && (
          <div>
            <Button type="submit" loading={form.busy} data-testid="save-general">
              Save
            </Button>
          </div>
        )}
      </form>
    </Section>
  );
}

function zonesWith(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])];
}

function timeIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(
    Date.now(),
  );
}
