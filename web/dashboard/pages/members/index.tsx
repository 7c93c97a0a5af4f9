import { Button } from '@mantine/core';
import { useState } from 'react';
import type { membersResponse, newInvitationResponse } from '../../../../src/identity/web-schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import type { DataOf } from '../../api/types.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { Icon, PageHeader, Sections, useNotify } from '../../components/index.ts';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';
import { RolesExplained } from './roles-explained.tsx';

export type Member = DataOf<typeof membersResponse>[number];
export type NewInvitation = DataOf<typeof newInvitationResponse>;

export default function MembersPage() {
  const { can, name } = useWorkspace();
  const members = useWorkspaceQuery<Member[]>('members');
  const [inviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<NewInvitation | null>(null);
  const notify = useNotify();
  const onInvited = (invitation: NewInvitation) => {
    if (invitation.url === null) notify.success(`Invitation sent to ${invitation.email}.`);
    else setInvited(invitation);
  };
  return (
    <>
      <PageHeader
        title="Members"
        description={`Manage who has access to ${name} and what they can do.`}
        actions={
          can('admin') && (
            <Button leftSection={<Icon name="plus" />} onClick={() => setInviting(true)} data-testid="invite">
              Invite member
            </Button>
          )
        }
      />
      <Sections>
        <MemberList members={members} />
        {can('admin') && <Invitations onRenewed={onInvited} />}
        <RolesExplained />
      </Sections>
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} onInvited={onInvited} />
      <InvitationLinkDialog invitation={invited} onClose={() => setInvited(null)} />
    </>
  );
}
