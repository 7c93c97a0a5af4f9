import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { verifiedResponse } from '../../../../src/identity/web-schema.ts';
import { useApi } from '../../api/api-provider.tsx';
import { useRefreshSession } from '../../api/session.tsx';
import type { DataOf } from '../../api/types.ts';
import { explain } from '../../components/states.tsx';
import { Entrance } from '../../frame/entrance.tsx';
import { useTokenOfAddress } from '../token-of-address.ts';
import { ChoosePassword } from './choose-password.tsx';

type Outcome =
  | { kind: 'checking' }
  | { kind: 'signing-up'; token: string; email: string }
  | { kind: 'verified' }
  | { kind: 'refused'; why: string };

export default function VerifyEmailPage() {
  const outcome = useVerification(useTokenOfAddress());
  if (outcome.kind === 'checking') return <Entrance title="One moment…" lead="Checking your link" />;
  if (outcome.kind === 'signing-up') return <ChoosePassword token={outcome.token} email={outcome.email} />;
  const verified = outcome.kind === 'verified';
  return (
    <Entrance
      title={verified ? 'Email confirmed' : 'This link didn’t work'}
      lead={
        verified
          ? 'Thanks, your email address is confirmed.'
          : `${outcome.why} Sign in to request a new one, or sign up again.`
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
    if (token === null) return setOutcome({ kind: 'refused', why: 'The link is incomplete.' });
    api.post<DataOf<typeof verifiedResponse>>('/verify-email', { token }).then(
      ({ email, password_required }) => {
        if (password_required) return setOutcome({ kind: 'signing-up', token, email });
        setOutcome({ kind: 'verified' });
        void refreshSession();
      },
      (error) => setOutcome({ kind: 'refused', why: explain(error).advice }),
    );
  }, [api, refreshSession, token]);
  return outcome;
}
