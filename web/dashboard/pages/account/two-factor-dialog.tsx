import { Button, TextInput } from '@mantine/core';
import type { recoveryCodesResponse } from '../../../../src/identity/web-schema.ts';
import { useApi } from '../../api/api-provider.tsx';
import type { DataOf } from '../../api/types.ts';
import { CopyButton, Dialog, FormError, useForm } from '../../components/index.ts';
import styles from './account.module.css';
import type { Offer } from './two-factor-section.tsx';

export function TwoFactorDialog({
  offer,
  onClose,
  onEnabled,
}: {
  offer: Offer | null;
  onClose: () => void;
  onEnabled: (recoveryCodes: string[]) => void;
}) {
  return (
    <Dialog opened={offer !== null} onClose={onClose} title="Set up two-factor authentication">
      {offer !== null && <Steps offer={offer} onEnabled={onEnabled} />}
    </Dialog>
  );
}

function Steps({ offer, onEnabled }: { offer: Offer; onEnabled: (recoveryCodes: string[]) => void }) {
  const api = useApi();
  const form = useForm({ code: '' });
  const submit = form.submit(async (values) => {
    const response = await api.post<DataOf<typeof recoveryCodesResponse>>(
      '/account/two-factor/enable',
      values,
    );
    onEnabled(response.recovery_codes);
  });
  return (
    <form className={styles.form} onSubmit={submit} data-testid="two-factor-set-up">
      <p>1. Scan this code with your authenticator app.</p>
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(offer.qr_svg)}`}
        alt="QR code for your authenticator app"
      />
      <div className={styles.secret}>
        <span>Or enter this key:</span>
        <code data-testid="two-factor-secret">{offer.secret}</code>
        <CopyButton value={offer.secret} label="Copy key" compact />
      </div>
      <TextInput
        label="2. Enter the 6-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        data-autofocus
        {...form.text('code')}
      />
      <FormError error={form.error} fields={form.fields} />
      <Button type="submit" loading={form.busy} data-testid="two-factor-enable">
        Turn on
      </Button>
    </form>
  );
}
