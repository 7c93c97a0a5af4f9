import type { Role } from '../../../../src/shared/roles.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useRefreshSession, useSession } from '../../api/session.tsx';
import { ConfirmDialog } from '../../components/index.ts';
import type { Member } from './index.tsx';
import { ROLES, withArticle } from './roles.ts';

/** Asks before someone gets another role. */
export function RoleChange({
  change,
  onClose,
}: {
  change: { member: Member; role: Role } | null;
  onClose: () => void;
}) {
  const { user } = useSession();
  const refreshSession = useRefreshSession();
  const isYou = change?.member.user_id === user.id;
  const save = useWorkspaceMutation<void>(
    (api) => api.patch(`members/${change?.member.user_id}`, { role: change?.role }),
    {
      quiet: true,
      success: 'Role changed.',
      onSuccess: () => {
        if (isYou) void refreshSession();
      },
    },
  );
  const who = change?.member.name ?? change?.member.email;
  const may = ROLES.find(({ role }) => role === change?.role)?.may;
  return (
    <ConfirmDialog
      opened={change !== null}
      onClose={onClose}
      title={`Make ${isYou ? 'yourself' : who} ${withArticle(change?.role ?? 'viewer')}?`}
      action="Change role"
      harmless={!isYou}
      onConfirm={() => save.mutateAsync()}
    >
      {may} {isYou && <b>You won’t be able to undo this yourself.</b>}
    </ConfirmDialog>
  );
}
