import { Button } from '@mantine/core';
import { useState } from 'react';
import type { recoveryCodesAnswer, twoFactorOfferAnswer } from '../../../../src/identity/web-schema.ts';
import { useApi } from '../../api/api-provider.tsx';
import { useRefreshSession, useSession } from '../../api/session.tsx';
import type { DataOf } from '../../api/types.ts';
import { ConfirmDialog, SecretDialog, Section, StatusBadge, useNotify } from '../../components/index.ts';
import styles from './account.module.css';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

export type Offer = DataOf<typeof twoFactorOfferAnswer>;

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
      .post<DataOf<typeof recoveryCodesAnswer>>('/account/two-factor/recovery-codes')
      .then(({ recovery_codes }) => setCodes(recovery_codes), notify.failure);
  const enabled = async (recoveryCodes: string[]) => {
    setOffer(null);
    setCodes(recoveryCodes);
    await refreshSession();
  };

  return (
    <Section
      title="Two-factor authentication"
      description="Besides your password, a code from an app on your phone."
      actions={
        <StatusBadge
          status={user.two_factor ? 'enabled' : 'disabled'}
          text={user.two_factor ? 'On' : 'Off'}
        />
      }
    >
      {user.two_factor ? (
        <SwitchedOn onRenew={renew} />
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
        When your phone is lost, each of these lets you in once.
      </SecretDialog>
    </Section>
  );
}

function SwitchedOn({ onRenew }: { onRenew: () => void }) {
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
        {user.recovery_codes_left}{' '}
        {user.recovery_codes_left === 1 ? 'recovery code is' : 'recovery codes are'} left.
      </p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onRenew} data-testid="recovery-codes-renew">
          New recovery codes
        </Button>
        <Button variant="default" onClick={() => setAsking(true)} data-testid="two-factor-disable">
          Switch off
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Switch off two-factor authentication?"
        action="Switch off"
        onConfirm={disable}
      >
        Then your password alone opens your account, and the recovery codes end.
      </ConfirmDialog>
    </div>
  );
}
