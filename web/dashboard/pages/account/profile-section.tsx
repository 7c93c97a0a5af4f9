import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { accountResponse } from '../../../../src/identity/web-schema.ts';
import { useApi } from '../../api/api-provider.tsx';
import { useRefreshSession, useSession } from '../../api/session.tsx';
import type { DataOf } from '../../api/types.ts';
import { FormError, Icon, Section, useForm, useNotify, useUnsavedChanges } from '../../components/index.ts';
import styles from './account.module.css';

export function ProfileSection() {
  const { user } = useSession();
  const api = useApi();
  const notify = useNotify();
  const refreshSession = useRefreshSession();
  const form = useForm({ name: user.name ?? '', email: user.email });
  /** Nothing of it would be lost, though an address is not stored before it is confirmed. */
  const [saved, setSaved] = useState<Partial<typeof form.values>>({});
  const isSaved = form.values.name === saved.name && form.values.email === saved.email;
  useUnsavedChanges({ ...form, hasEdits: form.hasEdits && !isSaved });
  const submit = form.submit(async ({ name, email }) => {
    const change = {
      ...(form.edits.name === undefined ? {} : { name: name.trim() || null }),
      ...(form.edits.email === undefined ? {} : { email }),
    };
    const response = await api.patch<DataOf<typeof accountResponse>>('/account', change);
    await refreshSession();
    setSaved({ name, email });
    if (!response.awaits_verification) form.reset();
    notify.success(
      response.awaits_verification ? `Saved. Click the link we sent to ${email} to confirm it.` : 'Saved.',
    );
  });

  return (
    <Section title="Profile">
      <form className={styles.form} onSubmit={submit} data-testid="profile">
        <TextInput label="Name" autoComplete="name" {...form.text('name')} data-testid="profile-name" />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          {...form.text('email')}
        />
        <Unverified />
        <FormError error={form.error} fields={form.fields} />
        <div>
          <Button type="submit" loading={form.busy}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Unverified() {
  const { user, mail_configured } = useSession();
  const api = useApi();
  const notify = useNotify();
  if (user.email_verified || !mail_configured) return null;
  const sendAgain = () =>
    api
      .post('/account/verify-email')
      .then(() => notify.success(`We sent a new link to ${user.email}.`), notify.failure);
  return (
    <Alert color="yellow" icon={<Icon name="mail" />}>
      <div className={styles.alert}>
        <span>This address isn’t confirmed yet. Click the link in the email we sent.</span>
        <Button variant="default" size="xs" onClick={sendAgain}>
          Resend
        </Button>
      </div>
    </Alert>
  );
}
