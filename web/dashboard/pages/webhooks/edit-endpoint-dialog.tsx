import { Alert, Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { pathIn, useWorkspace } from '../../api/workspace.tsx';
import dialog from '../../components/dialog.module.css';
import { Dialog, Icon, useForm, useUnsavedChanges } from '../../components/index.ts';
import { EndpointFields, type EndpointValues } from './endpoint-form.tsx';
import type { Endpoint } from './types.ts';

interface EditEndpointDialogProps {
  endpoint: Endpoint;
  onClose: () => void;
}

export function EditEndpointDialog({ opened, ...rest }: EditEndpointDialogProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={rest.onClose} title="Edit endpoint" size="lg">
      {opened && <EditForm {...rest} />}
    </Dialog>
  );
}

function EditForm({ endpoint, onClose }: EditEndpointDialogProps) {
  const { id, environment } = useWorkspace();
  const navigate = useNavigate();
  const { url, name, events, serves } = endpoint;
  const form = useForm<EndpointValues>({ url, name, events, serves });
  useUnsavedChanges(form);
  const save = useWorkspaceMutation<Partial<EndpointValues>, Endpoint>(
    (api, { name = '', ...values }) =>
      api.patch(`webhooks/${endpoint.id}`, { ...values, ...(name.trim() === '' ? {} : { name }) }),
    {
      quiet: true,
      success: 'Saved.',
      onSuccess: (saved) => {
        onClose();
        if (saved.serves !== 'both' && saved.serves !== environment)
          navigate(pathIn(id, saved.serves, `webhooks/${saved.id}`), { replace: true });
      },
    },
  );
  return (
    <form
      className={dialog.body}
      onSubmit={form.submit(() => save.mutateAsync(form.edits))}
      data-testid="webhook-form"
    >
      <EndpointFields form={form} />
      {form.values.url !== url && (
        <Alert color="gray" icon={<Icon name="info" />}>
          Pending deliveries go to the new URL, signed with the same secret.
        </Alert>
      )}
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy} data-testid="webhook-save">
          Save
        </Button>
      </div>
    </form>
  );
}
