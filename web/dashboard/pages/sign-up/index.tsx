import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { signUpResponse } from '../../../../src/identity/web-schema.ts';
import { useApi } from '../../api/api-provider.tsx';
import { useRefreshSession } from '../../api/session.tsx';
import type { DataOf } from '../../api/types.ts';
import { FormError, useForm } from '../../components/index.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { Entrance } from '../../frame/entrance.tsx';
import { site } from '../../site.ts';

/** With `?invitation=` the account joins a workspace instead of beginning one. */
export default function SignUpPage() {
  const [search] = useSearchParams();
  const invitation = search.get('invitation');
  if (site.sign_up === 'closed' || (site.sign_up === 'invite' && invitation === null)) return <NoSignUp />;
  return <SignUpForm invitation={invitation} email={search.get('email') ?? ''} />;
}

function NoSignUp() {
  return (
    <Entrance
      title="Invitation required"
      lead="You need an invitation to sign up. Ask a workspace owner or your administrator."
      footer={<Link to="/sign-in">Back to sign-in</Link>}
    />
  );
}

function SignUpForm({ invitation, email }: { invitation: string | null; email: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const [emailedTo, setEmailedTo] = useState<string | null>(null);
  // The link in the email asks for it.
  const asksForPassword = invitation !== null || !site.mail_configured;
  const form = useForm({ name: '', email, password: '', workspace_name: '' });
  const submit = form.submit(async ({ name, workspace_name, password, ...values }) => {
    const response = await api.post<DataOf<typeof signUpResponse>>('/sign-up', {
      ...values,
      ...(asksForPassword ? { password } : {}),
      ...(name.trim() === '' ? {} : { name }),
      ...(invitation === null ? { workspace_name } : { invitation }),
    });
    if (response.verification_required) return setEmailedTo(values.email);
    await refreshSession();
    return navigate('/', { replace: true });
  });

  if (emailedTo !== null) return <CheckInbox address={emailedTo} />;
  return (
    <Entrance
      title="Create your account"
      lead={
        invitation === null
          ? 'Send your first photo request in a minute.'
          : 'You’ll join the workspace right after.'
      }
      footer={
        <>
          Already have an account? <Link to={`/sign-in?${signInQuery(invitation)}`}>Sign in</Link>
        </>
      }
    >
      <form onSubmit={submit} data-testid="sign-up">
        <TextInput label="Your name" autoComplete="name" autoFocus {...form.text('name')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          {...form.text('email')}
        />
        {asksForPassword && <NewPasswordInput {...form.text('password')} />}
        {invitation === null && (
          <TextInput
            label="Workspace name"
            description="Customers see this name when you request photos."
            required
            withAsterisk={false}
            {...form.text('workspace_name')}
          />
        )}
        <FormError error={form.error} fields={form.fields} />
        <Button type="submit" size="md" loading={form.busy} data-testid="sign-up-submit">
          Create account
        </Button>
      </form>
    </Entrance>
  );
}

function CheckInbox({ address }: { address: string }) {
  return (
    <Entrance
      title="Check your inbox"
      lead={
        <>
          We sent a link to <b>{address}</b>. Open it to choose a password and finish creating your account.
        </>
      }
      footer={<Link to="/sign-in">Back to sign-in</Link>}
    />
  );
}

function signInQuery(invitation: string | null): string {
  return invitation === null ? '' : `return=${encodeURIComponent(`/invitation/${invitation}`)}`;
}
