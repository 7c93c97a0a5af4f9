import { Button, Switch, TextInput } from '@mantine/core';
import type { WireApiKey } from '../../../../src/api-keys/web-schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import dialog from '../../components/dialog.module.css';
import { Dialog, FormError, useForm } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { summaryOf } from './scopes.ts';

export function EditKeyDialog({ apiKey, onClose }: { apiKey: WireApiKey | null; onClose: () => void }) {
  return (
    <Dialog opened={apiKey !== null} onClose={onClose} title="Edit API key">
      {apiKey !== null && <EditForm apiKey={apiKey} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ apiKey, onClose }: { apiKey: WireApiKey; onClose: () => void }) {
  const form = useForm({ name: apiKey.name, is_active: apiKey.is_active });
  const save = useWorkspaceMutation((api, values: object) => api.patch(`api-keys/${apiKey.id}`, values), {
    quiet: true,
    success: 'Saved.',
    onSuccess: onClose,
  });
  return (
    <form
      className={dialog.body}
      onSubmit={form.submit(() => save.mutateAsync(form.edits))}
      data-testid="key-form"
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={100}
        data-autofocus
        {...form.text('name')}
      />
      <Switch
        label="Active"
        description="Inactive keys are rejected."
        checked={form.values.is_active}
        onChange={(event) => form.set('is_active', event.currentTarget.checked)}
      />
      <p className={forms.quiet}>
        {summaryOf(apiKey.scopes)}. You can’t change a key’s permissions. Create another key instead.
      </p>
      <FormError error={form.error} fields={form.fields} />
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy} data-testid="key-save">
          Save
        </Button>
      </div>
    </form>
  );
}
