import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type { invitationViewResponse, joinedResponse } from '../../../../src/identity/web-schema.ts';
import { useApi } from '../../api/api-provider.tsx';
import { useEndSession, useRefreshSession, useSessionQuery } from '../../api/session.tsx';
import type { DataOf } from '../../api/types.ts';
import { pathIn } from '../../api/workspace.tsx';
import { ErrorState, FormError, useForm } from '../../components/index.ts';
import { FrameSkeleton } from '../../components/skeletons.tsx';
import { Entrance } from '../../frame/entrance.tsx';
import { withArticle } from '../members/roles.ts';

type Invitation = DataOf<typeof invitationViewResponse>;

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

  const { workspace_name, invited_by, role } = invitation.data;
  return (
    <Entrance
      title={`Join ${workspace_name}`}
      lead={
        <>
          {invited_by ?? 'Someone'} invited you to join <b>{workspace_name}</b> as {withArticle(role)}.
        </>
      }
    >
      <Ways token={token} invitation={invitation.data} who={session.data?.user.email ?? null} />
    </Entrance>
  );
}

interface WayProps {
  token: string;
  invitation: Invitation;
}

function Ways({ who, ...way }: WayProps & { who: string | null }) {
  if (who === null) return <SignedOutWay {...way} />;
  if (who.toLowerCase() !== way.invitation.email.toLowerCase()) return <SomeoneElse {...way} who={who} />;
  return <AcceptForm token={way.token} who={who} />;
}

/** Where someone who is not signed in continues; the form there has the address already. */
function entranceOf({ token, invitation: { email, has_account } }: WayProps): string {
  return has_account
    ? `/sign-in?${new URLSearchParams({ return: `/invitation/${token}`, email })}`
    : `/sign-up?${new URLSearchParams({ invitation: token, email })}`;
}

function SignedOutWay(way: WayProps) {
  const { has_account } = way.invitation;
  return (
    <Button
      component={Link}
      to={entranceOf(way)}
      size="md"
      mt="lg"
      data-testid={has_account ? 'invitation-sign-in' : 'invitation-sign-up'}
    >
      {has_account ? 'Sign in to join' : 'Create an account to join'}
    </Button>
  );
}

/** The server would refuse to let them join. */
function SomeoneElse({ who, ...way }: WayProps & { who: string }) {
  const endSession = useEndSession();
  const navigate = useNavigate();
  const form = useForm({});
  const submit = form.submit(async () => {
    await endSession('/sign-out');
    navigate(entranceOf(way));
  });
  return (
    <form onSubmit={submit} data-testid="invitation-for-someone-else">
      <p>
        This invitation is for <b>{way.invitation.email}</b>, but you’re signed in as <b>{who}</b>.
      </p>
      <FormError error={form.error} />
      <Button type="submit" size="md" loading={form.busy} data-testid="invitation-sign-out">
        Switch account
      </Button>
      <Button component={Link} to="/" variant="subtle">
        Stay signed in
      </Button>
    </form>
  );
}

function AcceptForm({ token, who }: { token: string; who: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const form = useForm({});
  const submit = form.submit(async () => {
    const address = `/invitations/${encodeURIComponent(token)}/accept`;
    const joined = await api.post<DataOf<typeof joinedResponse>>(address);
    await refreshSession();
    navigate(pathIn(joined.workspace_id, 'live'), { replace: true });
  });
  return (
    <form onSubmit={submit} data-testid="invitation">
      <p>You’re signed in as {who}.</p>
      <FormError error={form.error} />
      <Button type="submit" size="md" loading={form.busy} data-testid="invitation-accept">
        Join
      </Button>
    </form>
  );
}
