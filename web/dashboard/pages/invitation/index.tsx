import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type { invitationViewAnswer, joinedAnswer } from '../../../../src/web-app/identity-schema.ts';
import { useRefreshSession, useSessionQuery } from '../../api/session.tsx';
import { useApi } from '../../api/surroundings.tsx';
import type { DataOf } from '../../api/types.ts';
import { pathIn } from '../../api/workspace.tsx';
import { ErrorState, FormError, useForm } from '../../components/index.ts';
import { FrameSkeleton } from '../../components/skeletons.tsx';
import { Entrance } from '../../frame/entrance.tsx';

type Invitation = DataOf<typeof invitationViewAnswer>;

export default function InvitationPage() {
  const { token = '' } = useParams();
  const api = useApi();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.get<Invitation>(`/invitations/${encodeURIComponent(token)}`),
  });
  const session = useSessionQuery();
  if (invitation.error !== null)
    return <ErrorState error={invitation.error} onRetry={invitation.refetch} page />;
  if (invitation.data === undefined || session.data === undefined) return <FrameSkeleton />;

  const { workspace_name, invited_by, role, email, has_account } = invitation.data;
  return (
    <Entrance
      title={`Join ${workspace_name}`}
      lead={
        <>
          {invited_by ?? 'Somebody'} invites you to work in <b>{workspace_name}</b> as {role}.
        </>
      }
    >
      {session.data === null ? (
        <SignedOutWays token={token} email={email} hasAccount={has_account} />
      ) : (
        <AcceptForm token={token} who={session.data.user.email} />
      )}
    </Entrance>
  );
}

function SignedOutWays({ token, email, hasAccount }: { token: string; email: string; hasAccount: boolean }) {
  const query = new URLSearchParams({ invitation: token, email });
  const back = new URLSearchParams({ return: `/invitation/${token}`, email });
  return hasAccount ? (
    <Button component={Link} to={`/sign-in?${back}`} size="md" mt="lg" data-testid="invitation-sign-in">
      Sign in to join
    </Button>
  ) : (
    <Button component={Link} to={`/sign-up?${query}`} size="md" mt="lg" data-testid="invitation-sign-up">
      Create an account to join
    </Button>
  );
}

function AcceptForm({ token, who }: { token: string; who: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const form = useForm({});
  const submit = form.submit(async () => {
    const address = `/invitations/${encodeURIComponent(token)}/accept`;
    const joined = await api.post<DataOf<typeof joinedAnswer>>(address);
    await refreshSession();
    navigate(pathIn(joined.workspace_id, 'live'), { replace: true });
  });
  return (
    <form onSubmit={submit} data-testid="invitation">
      <p>You are signed in as {who}.</p>
      <FormError error={form.error} />
      <Button type="submit" size="md" loading={form.busy} data-testid="invitation-accept">
        Join
      </Button>
    </form>
  );
}
