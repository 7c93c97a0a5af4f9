import { Button } from '@mantine/core';
import { useState } from 'react';
import type { recoveryCodesResponse, twoFactorOfferResponse } from '../../../../src/identity/web-schema.ts';
import { useApi } from '../../api/api-provider.tsx';
import { useRefreshSession, useSession } from '../../api/session.tsx';
import type { DataOf } from '../../api/types.ts';
import { ConfirmDialog, SecretDialog, Section, StatusBadge, useNotify } from '../../components/index.ts';
import styles from './account.module.css';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

export type Offer = DataOf<typeof twoFactorOfferResponse>;

export function TwoFactorSection() {
  const { user } = useSession();
  const api = useApi();
  const notify = useNotify();
  const refreshSession = useRefreshSession();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const begin = () => api.post<Offer>('/account/two-factor/begin').then(setOffer, notify.failure);
  const renew = () =>
    api
      .post<DataOf<typeof recoveryCodesResponse>>('/account/two-factor/recovery-codes')
      .then(({ recovery_codes }) => setCodes(recovery_codes), notify.failure);
  const enabled = async (recoveryCodes: string[]) => {
    setOffer(null);
    setCodes(recoveryCodes);
    await refreshSession();
  };

  return (
    <Section
      title="Two-factor authentication"
      description="Ask for a code from an app on your phone when you sign in."
      actions={
        <StatusBadge
          status={user.two_factor ? 'enabled' : 'disabled'}
          text={user.two_factor ? 'On' : 'Off'}
        />
      }
    >
      {user.two_factor ? (
        <TurnedOn onRenew={renew} />
      ) : (
        <Button onClick={begin} data-testid="two-factor-begin">
          Set up
        </Button>
      )}
      <TwoFactorDialog offer={offer} onClose={() => setOffer(null)} onEnabled={enabled} />
      <SecretDialog
        secret={codes === null ? null : codes.join('\n')}
        title="Your recovery codes"
        onClose={() => {
          setCodes(null);
          void refreshSession();
        }}
      >
        Use one of these if you lose your phone. Each works once.
      </SecretDialog>
    </Section>
  );
}

function TurnedOn({ onRenew }: { onRenew: () => void }) {
  const { user } = useSession();
  const api = useApi();
  const refreshSession = useRefreshSession();
  const [asking, setAsking] = useState(false);
  const disable = async () => {
    await api.post('/account/two-factor/disable');
    await refreshSession();
  };
  return (
    <div className={styles.form}>
      <p>
        {user.recovery_codes_left} {user.recovery_codes_left === 1 ? 'recovery code' : 'recovery codes'} left
      </p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onRenew} data-testid="recovery-codes-renew">
          New recovery codes
        </Button>
        <Button variant="default" onClick={() => setAsking(true)} data-testid="two-factor-disable">
          Turn off
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Turn off two-factor authentication?"
        action="Turn off"
        onConfirm={disable}
      >
        You’ll sign in with your password only. Your recovery codes stop working.
      </ConfirmDialog>
    </div>
  );
}
