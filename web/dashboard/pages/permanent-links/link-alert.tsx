import { Alert } from '@mantine/core';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import { Icon, Time } from '../../components/index.ts';
import styles from './links.module.css';

const SHOWN_MS = 7 * 86_400_000;

const TEXTS: Record<NonNullable<PermanentLink['last_alert']>['reason'], string> = {
  address_limit: 'One address sent so much that it reached its limit. Everyone else can continue.',
  drafts_full: 'So many visitors took photos without sending them that new visitors had to wait.',
  wrong_codes: 'Someone entered a wrong access code many times.',
  unusual_rate:
    'Far more visitors or photos than usual came through this link. ' +
    'If links use up much of the quota, submissions wait for approval.',
};

/** What was noticed in the last days. */
export function LinkAlert({ link: { last_alert } }: { link: PermanentLink }) {
  if (last_alert === null || Date.now() - Date.parse(last_alert.at) > SHOWN_MS) return null;
  return (
    <Alert
      color="yellow"
      icon={<Icon name="alert" />}
      title="Unusual use"
      className={styles.alert}
      data-testid="link-alert"
    >
      {TEXTS[last_alert.reason]} (<Time value={last_alert.at} />) You can require an access code, hold
      submissions for approval or lower the limit per address.
    </Alert>
  );
}
