import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../api/api-provider.tsx';
import { FormError, useForm } from '../../components/index.ts';
import { Entrance } from '../../frame/entrance.tsx';
import { site } from '../../site.ts';

const back = <Link to="/sign-in">Back to sign-in</Link>;

export default function ForgotPasswordPage() {
  const api = useApi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ email: '' });
  const submit = form.submit(async (values) => {
    await api.post('/reset-password/request', values);
    setSentTo(values.email);
  });

  if (!site.mail_configured)
    return (
      <Entrance
        title="Ask your administrator"
        lead="Email isn’t set up on this server, so we can’t send you a link. Your administrator can reset your password."
        footer={back}
      />
    );
  if (sentTo !== null)
    return (
      <Entrance
        title="Check your inbox"
        lead={
          <>
            If there’s an account for <b>{sentTo}</b>, we sent it a link to reset the password. It works for
            one hour.
          </>
        }
        footer={back}
      />
    );
  return (
    <Entrance title="Forgot your password?" lead="We’ll email you a link to reset it." footer={back}>
      <form onSubmit={submit} data-testid="forgot-password">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          {...form.text('email')}
        />
        <FormError error={form.error} fields={form.fields} />
        <Button type="submit" size="md" loading={form.busy}>
          Send reset link
        </Button>
      </form>
    </Entrance>
  );
}
