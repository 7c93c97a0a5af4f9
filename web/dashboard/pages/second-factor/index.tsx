import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/api-provider.tsx';
import { returnPathOf } from '../../api/return-path.ts';
import { useRefreshSession, useSessionQuery } from '../../api/session.tsx';
import { FormError, useForm, useNotify } from '../../components/index.ts';
import { Entrance } from '../../frame/entrance.tsx';

export default function SecondFactorPage() {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const [search] = useSearchParams();
  const notify = useNotify();
  const { data: session } = useSessionQuery();
  const [byRecovery, setByRecovery] = useState(false);
  const form = useForm({ code: '' });
  const submit = form.submit(async ({ code }) => {
    try {
      await api.post('/sign-in/second-factor', { code: code.trim() }, { mayBeSignedOut: true });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'unauthorized')) throw error;
      notify.failure('That took too long. Please sign in again.');
      await refreshSession();
      return navigate(`/sign-in?${search}`, { replace: true });
    }
    await refreshSession();
    return navigate(returnPathOf(search), { replace: true });
  });
  const change = () => {
    setByRecovery(!byRecovery);
    form.reset();
  };

  if (session && !form.busy) return <Navigate to={returnPathOf(search)} replace />;
  return (
    <Entrance
      title="Two-factor authentication"
      lead={
        byRecovery
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the 6-digit code from your authenticator app.'
      }
      footer={<Link to="/sign-in">Use a different account</Link>}
    >
      <form onSubmit={submit} data-testid="second-factor">
        <TextInput
          key={byRecovery ? 'recovery' : 'app'}
          label={byRecovery ? 'Recovery code' : 'Code'}
          autoComplete="one-time-code"
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoFocus
          required
          withAsterisk={false}
          spellCheck={false}
          {...form.text('code')}
        />
        <FormError error={form.error} fields={form.fields} />
        <Button type="submit" size="md" loading={form.busy} data-testid="second-factor-submit">
          Continue
        </Button>
        <Button variant="subtle" onClick={change}>
          {byRecovery ? 'Use authenticator app' : 'Use a recovery code'}
        </Button>
      </form>
    </Entrance>
  );
}
