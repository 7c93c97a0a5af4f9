import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/api-provider.tsx';
import { postWithProof } from '../../api/proof.ts';
import { returnPathOf } from '../../api/return-path.ts';
import { useRefreshSession, useSessionQuery } from '../../api/session.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useForm } from '../../components/use-form.ts';
import { Entrance } from '../../frame/entrance.tsx';
import { site } from '../../site.ts';

/** Whoever has to wait for less than this simply tries again. */
const MIN_WAIT_SECONDS = 60;

/** Not lazy: it is the first thing that most people see. */
export function SignInPage() {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const [search] = useSearchParams();
  const { data: session } = useSessionQuery();
  const form = useForm({ email: search.get('email') ?? '', password: '' });
  const [isWorking, setWorking] = useState(false);

  const submit = form.submit(async (values) => {
    setWorking(false);
    const response = await postWithProof<{ second_factor_required: boolean }>(api, '/sign-in', values, () =>
      setWorking(true),
    );
    if (response.second_factor_required) return navigate(`/second-factor?${search}`);
    await refreshSession();
    return navigate(returnPathOf(search), { replace: true });
  });

  if (session && !form.busy) return <Navigate to={returnPathOf(search)} replace />;
  return (
    <Entrance
      title="Sign in"
      footer={
        site.sign_up === 'open' && (
          <>
            New here? <Link to="/sign-up">Create an account</Link>
          </>
        )
      }
    >
      <form onSubmit={submit} data-testid="sign-in">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          {...form.text('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.text('password')}
        />
        <FormError error={form.error} fields={form.fields} />
        <Hints error={form.error} isWorking={form.busy && isWorking} />
        <Button type="submit" size="md" loading={form.busy} data-testid="sign-in-submit">
          Sign in
        </Button>
        <Link to="/forgot-password">Forgot your password?</Link>
      </form>
    </Entrance>
  );
}

/** What helps while strangers keep trying to sign in. */
function Hints({ error, isWorking }: { error: unknown; isWorking: boolean }) {
  if (isWorking) {
    return (
      <Text size="sm" role="status" data-testid="sign-in-working">
        There have been many failed sign-ins, so this takes a few extra seconds.
      </Text>
    );
  }
  if (!(error instanceof ApiError && error.code === 'rate_limited')) return null;
  if ((error.retryAfterSeconds ?? 0) < MIN_WAIT_SECONDS) return null;
  return (
    <Text size="sm" data-testid="sign-in-hint">
      Your account isn’t locked. You can sign in now from a browser you’ve used before
      {site.mail_configured ? ', or reset your password.' : '.'}
    </Text>
  );
}
