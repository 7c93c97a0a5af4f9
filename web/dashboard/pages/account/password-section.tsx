import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import { FormError, Section, useForm, useNotify } from '../../components/index.ts';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import styles from './account.module.css';

export function PasswordSection() {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const form = useForm({ current: '', new: '' });
  const submit = form.submit(async (values) => {
    await api.post('/account/password', values);
    await queries.invalidateQueries({ queryKey: ['sessions'] });
    form.reset();
    notify.success('Password changed. Your other sessions were signed out.');
  });
  return (
    <Section title="Password" description="Changing it signs you out on all other devices.">
      <form className={styles.form} onSubmit={submit} data-testid="change-password">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.text('current')}
        />
        <NewPasswordInput label="New password" {...form.text('new')} />
        <FormError error={form.error} fields={form.fields} />
        <div>
          <Button type="submit" variant="default" loading={form.busy}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  );
}
