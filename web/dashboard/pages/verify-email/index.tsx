import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { verifiedAnswer } from '../../../../src/identity/web-schema.ts';
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
  if (outcome.kind === 'checking') return <Entrance title="One moment" lead="We check the link." />;
  if (outcome.kind === 'signing-up') return <ChoosePassword token={outcome.token} email={outcome.email} />;
  const verified = outcome.kind === 'verified';
  return (
    <Entrance
      title={verified ? 'Your e-mail is confirmed' : 'The link did not work'}
      lead={
        verified
          ? 'Thank you. From now on we can reach you there.'
          : `${outcome.why} Sign in and have a new one sent from your account, or sign up again with the same address.`
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
    api.post<DataOf<typeof verifiedAnswer>>('/verify-email', { token }).then(
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
