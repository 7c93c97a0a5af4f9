import { Button } from '@mantine/core';
import type { invitationsResponse } from '../../../../src/identity/web-schema.ts';
import { useWorkspaceMutation, useWorkspaceQuery } from '../../api/queries.ts';
import type { DataOf } from '../../api/types.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { type Column, DataTable, Section, Time } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import type { NewInvitation } from './index.tsx';
import styles from './members.module.css';
import { nameOfRole } from './roles.ts';

type Invitation = DataOf<typeof invitationsResponse>[number];

/** People who were invited and have not joined yet. */
export function Invitations({ onRenewed }: { onRenewed: (invitation: NewInvitation) => void }) {
  const invitations = useWorkspaceQuery<Invitation[]>('invitations');
  if (invitations.data?.length === 0) return null;
  return (
    <Section title="Pending invitations" description="Creating a new link replaces the old one." flush>
      <div data-testid="invitations">
        <DataTable
          label="Pending invitations"
          columns={columnsOf(onRenewed)}
          rows={invitations.data}
          rowKey={(invitation) => invitation.id}
          error={invitations.error}
          onRetry={invitations.refetch}
          empty={null}
        />
      </div>
    </Section>
  );
}

function columnsOf(onRenewed: (invitation: NewInvitation) => void): Column<Invitation>[] {
  return [
    { key: 'email', header: 'Email', render: ({ email }) => <b>{email}</b> },
    { key: 'role', header: 'Role', render: ({ role }) => nameOfRole(role) },
    { key: 'created', header: 'Invited', render: ({ created_at }) => <Time value={created_at} /> },
    { key: 'expires', header: 'Expires', render: ({ expires_at }) => <Time value={expires_at} /> },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      bare: true,
      render: (invitation) => <InvitationActions invitation={invitation} onRenewed={onRenewed} />,
    },
  ];
}

function InvitationActions({
  invitation,
  onRenewed,
}: {
  invitation: Invitation;
  onRenewed: (invitation: NewInvitation) => void;
}) {
  const { can } = useWorkspace();
  const { id, email, role } = invitation;
  const renew = useWorkspaceMutation<void, NewInvitation>((api) => api.post('invitations', { email, role }), {
    onSuccess: onRenewed,
  });
  const revoke = useWorkspaceMutation<void>((api) => api.delete(`invitations/${id}`), {
    success: `Invitation for ${email} revoked.`,
  });
  if (role === 'owner' && !can('owner')) return <span className={forms.quiet}>Owners only</span>;
  return (
    <div className={`${forms.buttons} ${styles.rowActions}`}>
      <Button
        variant="default"
        size="xs"
        loading={renew.isPending}
        onClick={() => renew.mutate()}
        aria-label={`New link for ${email}`}
        data-testid="renew-invitation"
      >
        New link
      </Button>
      <Button
        variant="default"
        size="xs"
        loading={revoke.isPending}
        onClick={() => revoke.mutate()}
        aria-label={`Revoke the invitation for ${email}`}
        data-testid="revoke-invitation"
      >
        Revoke
      </Button>
    </div>
  );
}
