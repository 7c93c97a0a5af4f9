import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useApi } from '../../api/api-provider.tsx';
import { FormError, useForm, useNotify } from '../../components/index.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { Entrance } from '../../frame/entrance.tsx';
import { useTokenOfAddress } from '../token-of-address.ts';

export default function ResetPasswordPage() {
  const api = useApi();
  const notify = useNotify();
  const navigate = useNavigate();
  const token = useTokenOfAddress();
  const form = useForm({ password: '' });
  const submit = form.submit(async ({ password }) => {
    await api.post('/reset-password', { token, password });
    notify.success('Password changed. Sign in with your new password.');
    navigate('/sign-in', { replace: true });
  });

  if (token === null)
    return (
      <Entrance
        title="This link is incomplete"
        lead="Open it from the email again, or copy the whole link."
        footer={<Link to="/forgot-password">Request a new link</Link>}
      />
    );
  return (
    <Entrance
      title="Set a new password"
      lead="You’ll be signed out on all devices."
      footer={<Link to="/forgot-password">Request a new link</Link>}
    >
      <form onSubmit={submit} data-testid="reset-password">
        <NewPasswordInput label="New password" autoFocus {...form.text('password')} />
        <FormError error={form.error} fields={form.fields} />
        <Button type="submit" size="md" loading={form.busy}>
          Set password
        </Button>
      </form>
    </Entrance>
  );
}
