import { NativeSelect } from '@mantine/core';
import type { ShownPhotoRequest } from '../../../../../src/photo-requests/web-schema.ts';
import { hasRole } from '../../../../../src/shared/roles.ts';
import { labelOf } from '../../../api/member-label.ts';
import { useMembers } from '../../../api/members.ts';
import { useWorkspaceMutation } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { useWorkspace } from '../../../api/workspace.tsx';
import styles from './notes.module.css';

/** Who takes care of the request; whoever may change it chooses here. */
export function AssigneeField({ request }: { request: ShownPhotoRequest }) {
  const { can } = useWorkspace();
  const { user } = useSession();
  const members = useMembers();
  const { id, assignee } = request;
  const assign = useWorkspaceMutation<string | null>(
    (api, user_id) => api.put(`photo-requests/${id}/assignee`, { user_id }),
    { success: 'Assignee changed.' },
  );
  if (!can('member'))
    return (
      <p className={styles.assignee} data-testid="assignee">
        <span>Assignee</span> {assignee === null ? 'No one' : labelOf(assignee)}
      </p>
    );
  const assignable = members.filter(({ role }) => hasRole(role, 'member'));
  const known = assignable.some(({ user_id }) => user_id === assignee?.user_id);
  const choices = [
    { value: '', label: 'No one' },
    ...(assignee !== null && !known ? [{ value: assignee.user_id, label: labelOf(assignee) }] : []),
    ...assignable.map((member) => ({
      value: member.user_id,
      label: member.user_id === user.id ? `${labelOf(member)} (you)` : labelOf(member),
    })),
  ];
  const shown = assign.isPending ? (assign.variables ?? '') : (assignee?.user_id ?? '');
  return (
    <NativeSelect
      className={styles.assigneeField}
      label="Assignee"
      data={choices}
      value={shown}
      onChange={(event) => assign.mutate(event.currentTarget.value || null)}
      data-testid="assignee"
    />
  );
}
