import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useApi } from '../../api/api-provider.tsx';
import { useRefreshSession, useSession } from '../../api/session.tsx';
import { pathIn } from '../../api/workspace.tsx';
import { FormError, useForm } from '../../components/index.ts';
import { Entrance } from '../../frame/entrance.tsx';

export default function NewWorkspacePage() {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const { workspaces } = useSession();
  const form = useForm({ name: '' });
  const submit = form.submit(async (values) => {
    const { id } = await api.post<{ id: string }>('/workspaces', values);
    await refreshSession();
    navigate(pathIn(id, 'live'), { replace: true });
  });

  return (
    <Entrance
      title="New workspace"
      lead={
        workspaces.length === 0
          ? 'You’re not in a workspace yet. Create one, or ask for an invitation.'
          : 'Each workspace has its own requests, keys, members and plan.'
      }
      footer={workspaces.length > 0 && <Link to="/">Back</Link>}
    >
      <form onSubmit={submit} data-testid="new-workspace">
        <TextInput
          label="Name"
          description="Customers see this name when you request photos."
          required
          withAsterisk={false}
          autoFocus
          {...form.text('name')}
        />
        <FormError error={form.error} fields={form.fields} />
        <Button type="submit" size="md" loading={form.busy}>
          Create workspace
        </Button>
      </form>
    </Entrance>
  );
}
