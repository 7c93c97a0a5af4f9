import { Button, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/api-provider.tsx';
import { useRefreshSession } from '../../api/session.tsx';
import { FormError, useForm } from '../../components/index.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { Entrance } from '../../frame/entrance.tsx';
import { useTokenOfAddress } from '../token-of-address.ts';

/** Behind the link that a new server prints once. */
export default function SetUpPage() {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const token = useTokenOfAddress();
  const form = useForm({ email: '', password: '', workspace_name: '' });
  const submit = form.submit(async (values) => {
    await api.post('/set-up', { token, ...values });
    await refreshSession();
    navigate('/', { replace: true });
  });

  if (token === null)
    return (
      <Entrance
        title="This link is incomplete"
        lead="Copy the whole link from the output of the server’s first start."
      />
    );
  return (
    <Entrance title="Set up Shutterpost" lead="Create the owner account and the first workspace.">
      <form onSubmit={submit} data-testid="set-up">
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          autoFocus
          {...form.text('email')}
        />
        <NewPasswordInput {...form.text('password')} />
        <TextInput
          label="Workspace name"
          description="Customers see this name when you request photos."
          required
          withAsterisk={false}
          {...form.text('workspace_name')}
        />
        <FormError error={form.error} fields={form.fields} />
        <Button type="submit" size="md" loading={form.busy} data-testid="set-up-submit">
          Create account
        </Button>
      </form>
    </Entrance>
  );
}
