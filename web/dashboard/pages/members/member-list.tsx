import { Button, NativeSelect, Tooltip } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../../src/shared/roles.ts';
import { useSession } from '../../api/session.tsx';
import { useWorkspace } from '../../api/workspace.tsx';
import { type Column, DataTable, Section, StatusBadge, Time } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import type { Member } from './index.tsx';
import styles from './members.module.css';
import { RemoveMember } from './remove-member.tsx';
import { RoleChange } from './role-change.tsx';
import { nameOfRole, ROLES } from './roles.ts';

export function MemberList({ members }: { members: UseQueryResult<Member[]> }) {
  const { can } = useWorkspace();
  const { user } = useSession();
  const [change, setChange] = useState<{ member: Member; role: Role } | null>(null);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const owners = members.data?.filter(({ role }) => role === 'owner').length ?? 0;
  const guardOf = (member: Member) => guard(member, can('owner'), owners);

  const columns: Column<Member>[] = [
    {
      key: 'name',
      header: 'Name',
      render: (member) => <Person member={member} isYou={member.user_id === user.id} />,
    },
    {
      key: 'role',
      header: 'Role',
      render: (member) =>
        can('admin') ? (
          <RoleSelect
            member={member}
            why={guardOf(member)}
            onChange={(role) => setChange({ member, role })}
          />
        ) : (
          nameOfRole(member.role)
        ),
    },
    {
      key: 'two-factor',
      header: 'Two-factor',
      render: ({ two_factor }) =>
        two_factor !== null && (
          <StatusBadge text={two_factor ? 'On' : 'Off'} tone={two_factor ? 'good' : 'quiet'} />
        ),
    },
    { key: 'joined', header: 'Joined', render: ({ joined_at }) => <Time value={joined_at} /> },
  ];
  columns.push({
    key: 'remove',
    header: 'Actions',
    align: 'end',
    bare: true,
    render: (member) =>
      (can('admin') || member.user_id === user.id) && (
        <RemoveButton
          member={member}
          isYou={member.user_id === user.id}
          why={guardOf(member)}
          onClick={() => setLeaving(member)}
        />
      ),
  });

  return (
    <Section flush>
      <div data-testid="members">
        <DataTable
          label="Members"
          columns={columns}
          rows={members.data}
          rowKey={(member) => member.user_id}
          error={members.error}
          onRetry={members.refetch}
          empty={null}
        />
      </div>
      {can('owner') && owners === 1 && (
        <p className={styles.note}>
          You’re the only owner. Make someone else an owner before leaving or changing your role.
        </p>
      )}
      <RoleChange change={change} onClose={() => setChange(null)} />
      <RemoveMember member={leaving} onClose={() => setLeaving(null)} />
    </Section>
  );
}

/** Why someone cannot be changed; null when they can. The server says the same. */
function guard(member: Member, isOwner: boolean, owners: number): string | null {
  if (member.role !== 'owner') return null;
  if (!isOwner) return 'Only owners can manage owners.';
  return owners === 1 ? 'You’re the only owner. Make someone else an owner first.' : null;
}

function Person({ member, isYou }: { member: Member; isYou: boolean }) {
  return (
    <span className={forms.subject}>
      <b>
        {member.name ?? member.email} {isYou && <span className={forms.quiet}>(you)</span>}
      </b>
      {member.name !== null && <small>{member.email}</small>}
    </span>
  );
}

function RoleSelect({
  member,
  why,
  onChange,
}: {
  member: Member;
  why: string | null;
  onChange: (role: Role) => void;
}) {
  const { can } = useWorkspace();
  const roles = ROLES.filter(({ role }) => role !== 'owner' || can('owner') || member.role === 'owner');
  return (
    <Tooltip label={why ?? ''} disabled={why === null}>
      <NativeSelect
        aria-label={`Role of ${member.email}`}
        data={roles.map(({ role, name }) => ({ value: role, label: name }))}
        value={member.role}
        disabled={why !== null}
        onChange={(event) => onChange(event.currentTarget.value as Role)}
        data-testid="role-select"
      />
    </Tooltip>
  );
}

function RemoveButton({
  member,
  isYou,
  why,
  onClick,
}: {
  member: Member;
  isYou: boolean;
  why: string | null;
  onClick: () => void;
}) {
  return (
    <Tooltip label={why ?? ''} disabled={why === null}>
      <Button
        variant="default"
        size="xs"
        disabled={why !== null}
        onClick={onClick}
        aria-label={isYou ? 'Leave workspace' : `Remove ${member.email}`}
        data-testid="remove-member"
      >
        {isYou ? 'Leave' : 'Remove'}
      </Button>
    </Tooltip>
  );
}
