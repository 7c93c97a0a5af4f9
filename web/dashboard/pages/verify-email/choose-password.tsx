import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useApi } from '../../api/api-provider.tsx';
import { useRefreshSession } from '../../api/session.tsx';
import { FormError, useForm } from '../../components/index.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { Entrance } from '../../frame/entrance.tsx';

/** The end of a sign-up: whoever reads the email chooses the password. */
export function ChoosePassword({ token, email }: { token: string; email: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const form = useForm({ password: '' });
  const submit = form.submit(async ({ password }) => {
    await api.post('/verify-email', { token, password });
    await refreshSession();
    navigate('/', { replace: true });
  });
  return (
    <Entrance
      title="Choose your password"
      lead={
        <>
          Finish creating the account for <b>{email}</b>.
        </>
      }
      footer={<Link to="/sign-in">Back to sign-in</Link>}
    >
      <form onSubmit={submit} data-testid="choose-password">
        <input type="hidden" name="email" value={email} autoComplete="username" />
        <NewPasswordInput autoFocus {...form.text('password')} />
        <FormError error={form.error} fields={form.fields} />
        <Button type="submit" size="md" loading={form.busy} data-testid="choose-password-submit">
          Create account
        </Button>
      </form>
    </Entrance>
  );
}
