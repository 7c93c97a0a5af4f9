import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { signUpAnswer } from '../../../../src/identity/web-schema.ts';
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
      title="By invitation only"
      lead="New accounts are made by invitation here. Ask the owner of a workspace to invite you, or whoever runs this server."
      footer={<Link to="/sign-in">Back to sign-in</Link>}
    />
  );
}

function SignUpForm({ invitation, email }: { invitation: string | null; email: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  // The link in the mail asks for it.
  const asksForPassword = invitation !== null || !site.mail_configured;
  const form = useForm({ name: '', email, password: '', workspace_name: '' });
  const submit = form.submit(async ({ name, workspace_name, password, ...values }) => {
    const answer = await api.post<DataOf<typeof signUpAnswer>>('/sign-up', {
      ...values,
      ...(asksForPassword ? { password } : {}),
      ...(name.trim() === '' ? {} : { name }),
      ...(invitation === null ? { workspace_name } : { invitation }),
    });
    if (answer.verification_required) return setMailedTo(values.email);
    await refreshSession();
    return navigate('/', { replace: true });
  });

  if (mailedTo !== null) return <LookIntoMail address={mailedTo} />;
  return (
    <Entrance
      title="Create your account"
      lead={invitation === null ? 'Ask for photos within a minute.' : 'Then you are in the workspace.'}
      footer={
        <>
          You have one? <Link to={`/sign-in?${signInQuery(invitation)}`}>Sign in</Link>
        </>
      }
    >
      <form onSubmit={submit} data-testid="sign-up">
        <TextInput label="Your name" autoComplete="name" autoFocus {...form.text('name')} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          {...form.text('email')}
        />
        {asksForPassword && <NewPasswordInput {...form.text('password')} />}
        {invitation === null && (
          <TextInput
            label="Workspace"
            description="Customers see this name when you ask them for photos."
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

function LookIntoMail({ address }: { address: string }) {
  return (
    <Entrance
      title="Look into your mail"
      lead={
        <>
          We sent a link to <b>{address}</b>. Open it and choose a password, and your account is ready.
        </>
      }
      footer={<Link to="/sign-in">Back to sign-in</Link>}
    />
  );
}

function signInQuery(invitation: string | null): string {
  return invitation === null ? '' : `return=${encodeURIComponent(`/invitation/${invitation}`)}`;
}
