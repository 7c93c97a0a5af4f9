import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useRefreshSession } from '../../api/session.tsx';
import { useApi } from '../../api/surroundings.tsx';
import { explain } from '../../components/states.tsx';
import { Entrance } from '../../frame/entrance.tsx';
import { useTokenOfAddress } from '../token-of-address.ts';

type Outcome = { kind: 'checking' } | { kind: 'verified' } | { kind: 'refused'; why: string };

export default function VerifyEmailPage() {
  const outcome = useVerification(useTokenOfAddress());
  if (outcome.kind === 'checking') return <Entrance title="One moment" lead="We check the link." />;
  const verified = outcome.kind === 'verified';
  return (
    <Entrance
      title={verified ? 'Your e-mail is confirmed' : 'The link did not work'}
      lead={
        verified
          ? 'Thank you. From now on we can reach you there.'
          : `${outcome.why} Sign in and have a new one sent from your account.`
      }
    >
      <Button component={Link} to="/" size="md" mt="lg">
        Continue
      </Button>
    </Entrance>
  );
}

function useVerification(token: string | null): Outcome {
  const api = useApi();
  const refreshSession = useRefreshSession();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'checking' });
  const sent = useRef(false);
  useEffect(() => {
    // The token works once.
    if (sent.current) return;
    sent.current = true;
    if (token === null) return setOutcome({ kind: 'refused', why: 'It is not complete.' });
    api.post('/verify-email', { token }).then(
      () => {
        setOutcome({ kind: 'verified' });
        void refreshSession();
      },
      (error) => setOutcome({ kind: 'refused', why: explain(error).advice }),
    );
  }, [api, refreshSession, token]);
  return outcome;
}
