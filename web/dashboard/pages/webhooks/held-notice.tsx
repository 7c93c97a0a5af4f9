import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../components/index.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import type { EndpointDetail } from './types.ts';
import styles from './webhooks.module.css';

/** What was due while the endpoint was off waits until someone says whether it is still wanted. */
export function HeldNotice({ endpoint }: { endpoint: EndpointDetail }) {
  const [replaying, setReplaying] = useState(false);
  const { held_count: count, is_active } = endpoint;
  if (count === 0) return null;
  const them = count === 1 ? 'it' : 'them';
  return (
    <Alert color="blue" icon={<Icon name="pause" />} data-testid="held-notice">
      <div className={styles.notice}>
        <span>
          {count.toLocaleString('en')} {count === 1 ? 'delivery is' : 'deliveries are'} held.{' '}
          {is_active
            ? `Send ${them} now, unless you already fetched the photos another way.`
            : `Enable the endpoint to send ${them}.`}
        </span>
        {is_active && (
          <Button size="xs" onClick={() => setReplaying(true)} data-testid="send-held">
            Send…
          </Button>
        )}
      </div>
      <ReplayDialog endpoint={endpoint} opened={replaying} onClose={() => setReplaying(false)} />
    </Alert>
  );
}
