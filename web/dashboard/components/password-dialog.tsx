import { Button, PasswordInput } from '@mantine/core';
import type { ApiClient } from '../api/client.ts';
import dialog from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { FormError } from './form-error.tsx';
import { useForm } from './use-form.ts';

/** Asks for the password when a call needs a confirmed session; the call is then repeated. */
export function PasswordDialog({
  api,
  opened,
  onSettled,
}: {
  api: ApiClient;
  opened: boolean;
  onSettled: (confirmed: boolean) => void;
}) {
  return (
    <Dialog opened={opened} onClose={() => onSettled(false)} title="Confirm it’s you" zIndex={300}>
      {opened && <PasswordForm api={api} onSettled={onSettled} />}
    </Dialog>
  );
}

function PasswordForm({ api, onSettled }: { api: ApiClient; onSettled: (confirmed: boolean) => void }) {
  const form = useForm({ password: '' });
  const submit = form.submit(async (values) => {
    await api.post('/session/confirm', values);
    onSettled(true);
  });
  return (
    <form className={dialog.body} onSubmit={submit} data-testid="password-dialog">
      <p className={dialog.text}>
        This affects the security of your account or workspace. Enter your password to continue. We won’t ask
        again for 15 minutes.
      </p>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        data-testid="confirm-password"
        {...form.text('password')}
      />
      <FormError error={form.error} fields={form.fields} />
      <div className={dialog.actions}>
        <Button variant="default" onClick={() => onSettled(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy} data-testid="confirm-password-submit">
          Confirm
        </Button>
      </div>
    </form>
  );
}
