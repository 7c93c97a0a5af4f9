import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/api-provider.tsx';
import { sessionsRead, useEndSession } from '../../api/session.tsx';
import type { WebSession } from '../../api/types.ts';
import {
  ConfirmDialog,
  Loaded,
  Section,
  StatusBadge,
  TableSkeleton,
  Time,
  useNotify,
} from '../../components/index.ts';
import styles from './account.module.css';
import { nameOfDevice } from './device-name.ts';

export function SessionsSection() {
  const api = useApi();
  const sessions = useQuery(sessionsRead(api));
  return (
    <Section title="Sessions" description="Where you’re signed in." flush actions={<SignOutEverywhere />}>
      <Loaded query={sessions} skeleton={<TableSkeleton rows={2} />}>
        {(rows) => (
          <ul className={styles.sessions} data-testid="sessions">
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function SessionRow({ session }: { session: WebSession }) {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const end = () =>
    api
      .delete(`/sessions/${session.id}`)
      .then(() => queries.invalidateQueries({ queryKey: sessionsRead(api).queryKey }), notify.failure);
  return (
    <li>
      <div>
        <b>{nameOfDevice(session.user_agent)}</b>
        <small>
          {session.ip_address} · last seen <Time value={session.last_seen_at} />
        </small>
      </div>
      {session.is_current ? (
        <StatusBadge text="This device" tone="good" />
      ) : (
        <Button
          variant="default"
          size="xs"
          onClick={end}
          aria-label={`Sign out of ${nameOfDevice(session.user_agent)}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const endSession = useEndSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = async () => {
    await endSession('/sign-out-everywhere');
    navigate('/sign-in', { replace: true });
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsking(true)} data-testid="sign-out-everywhere">
        Sign out everywhere
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        onConfirm={leave}
      >
        You’ll be signed out on every device, including this one.
      </ConfirmDialog>
    </>
  );
}
