import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { returnPathOf } from '../../api/return-path.ts';
import { useRefreshSession, useSessionQuery } from '../../api/session.tsx';
import { useApi } from '../../api/surroundings.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useForm } from '../../components/use-form.ts';
import { Entrance } from '../../frame/entrance.tsx';
import { site } from '../../site.ts';

/** Not lazy: it is the first thing that most people see. */
export function SignInPage() {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const [search] = useSearchParams();
  const { data: session } = useSessionQuery();
  const form = useForm({ email: search.get('email') ?? '', password: '' });

  const submit = form.submit(async (values) => {
    const answer = await api.post<{ second_factor_required: boolean }>('/sign-in', values);
    if (answer.second_factor_required) return navigate(`/second-factor?${search}`);
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
          label="E-mail"
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
        <Button type="submit" size="md" loading={form.busy} data-testid="sign-in-submit">
          Sign in
        </Button>
        <Link to="/forgot-password">Forgot your password?</Link>
      </form>
    </Entrance>
  );
}
