import { useNavigate } from 'react-router';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useRefreshSession, useSession } from '../../api/session.tsx';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog } from '../../components/index.ts';
import type { Member } from './index.tsx';

export function RemoveMember({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const { name: workspaceName } = useWorkspace();
  const { user } = useSession();
  const refreshSession = useRefreshSession();
  const navigate = useNavigate();
  const isYou = member?.user_id === user.id;
  const remove = useWorkspaceMutation<void>(
    (api) => (isYou ? api.post('leave') : api.delete(`members/${member?.user_id}`)),
    {
      quiet: true,
      success: isYou ? `You left ${workspaceName}.` : `${member?.email} removed.`,
      onSuccess: () => {
        if (!isYou) return;
        const leave = () => navigate('/', { replace: true });
        // Read first: the way in leads to a workspace that the session knows.
        refreshSession().then(leave, leave);
      },
    },
  );
  return (
    <ConfirmDialog
      opened={member !== null}
      onClose={onClose}
      title={isYou ? `Leave ${workspaceName}?` : `Remove ${member?.name ?? member?.email}?`}
      action={isYou ? 'Leave' : 'Remove'}
      name={isYou ? workspaceName : (member?.email ?? '')}
      onConfirm={() => remove.mutateAsync()}
    >
      {isYou
        ? 'You lose access immediately, and your pending invitations are revoked. What you created stays.'
        : 'They lose access immediately, and their pending invitations are revoked. What they created stays. API keys keep working, so regenerate any they may have copied.'}
    </ConfirmDialog>
  );
}
