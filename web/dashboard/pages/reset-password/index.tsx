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
    notify.success('Your password is changed. Sign in with the new one.');
    navigate('/sign-in', { replace: true });
  });

  if (token === null)
    return (
      <Entrance
        title="The link is not complete"
        lead="Open it again from the mail, or copy all of it."
        footer={<Link to="/forgot-password">Ask for a new link</Link>}
      />
    );
  return (
    <Entrance
      title="Set a new password"
      lead="Everybody who is signed in to your account will be signed out."
      footer={<Link to="/forgot-password">Ask for a new link</Link>}
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
