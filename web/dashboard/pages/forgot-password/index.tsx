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
        title="Ask whoever runs this server"
        lead="This server sends no mail, so it cannot send you a link. Its operator can set a new password for you."
        footer={back}
      />
    );
  if (sentTo !== null)
    return (
      <Entrance
        title="Look into your mail"
        lead={
          <>
            If there is an account for <b>{sentTo}</b>, a link to set a new password is on its way. It works
            for an hour.
          </>
        }
        footer={back}
      />
    );
  return (
    <Entrance title="Forgot your password?" lead="We send you a link to set a new one." footer={back}>
      <form onSubmit={submit} data-testid="forgot-password">
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          {...form.text('email')}
        />
        <FormError error={form.error} fields={form.fields} />
        <Button type="submit" size="md" loading={form.busy}>
          Send the link
        </Button>
      </form>
    </Entrance>
  );
}
