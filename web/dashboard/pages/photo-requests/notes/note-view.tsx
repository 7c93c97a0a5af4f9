import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useMembers } from '../../../api/members.ts';
import { useWorkspaceMutation } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { useWorkspace } from '../../../api/workspace.tsx';
import { ConfirmDialog, Icon, MenuItems } from '../../../components/index.ts';
import type { MemberNote } from '../detail/timeline-items.ts';
import { partsOf } from './mention-draft.ts';
import { NoteForm } from './note-form.tsx';
import styles from './notes.module.css';

/** What a member wrote, in the timeline. */
export function NoteView({ requestId, note }: { requestId: string; note: MemberNote }) {
  const [editing, setEditing] = useState(false);
  const mentioned = useMembers().filter(({ user_id }) => note.mentions.includes(user_id));
  if (editing) return <NoteForm requestId={requestId} note={note} onDone={() => setEditing(false)} />;
  return (
    <div className={styles.note} data-testid="note">
      <p dir="auto">
        {partsOf(note.text, mentioned).map(({ key, text, isMention }) =>
          isMention ? (
            <span key={key} className={styles.mention}>
              {text}
            </span>
          ) : (
            text
          ),
        )}
        {note.edited_at !== null && <small> (edited)</small>}
      </p>
      <NoteMenu requestId={requestId} note={note} onEdit={() => setEditing(true)} />
    </div>
  );
}

interface NoteMenuProps {
  requestId: string;
  note: MemberNote;
  onEdit: () => void;
}

function NoteMenu({ requestId, note, onEdit }: NoteMenuProps) {
  const { can } = useWorkspace();
  const { user } = useSession();
  const [deleting, setDeleting] = useState(false);
  const remove = useWorkspaceMutation<void>(
    (api) => api.delete(`photo-requests/${requestId}/notes/${note.id}`),
    { quiet: true, success: 'Note deleted.' },
  );
  const isAuthor = note.author_id === user.id && can('member');
  if (!isAuthor && !can('admin')) return null;
  return (
    <>
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Note actions"
            data-testid="note-menu"
          >
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <MenuItems>
          {isAuthor && (
            <Menu.Item leftSection={<Icon name="edit" />} onClick={onEdit} data-testid="edit-note">
              Edit
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Icon name="trash" />}
            color="red"
            onClick={() => setDeleting(true)}
            data-testid="delete-note"
          >
            Delete
          </Menu.Item>
        </MenuItems>
      </Menu>
      <ConfirmDialog
        opened={deleting}
        onClose={() => setDeleting(false)}
        title="Delete this note?"
        action="Delete note"
        onConfirm={() => remove.mutateAsync()}
      >
        It disappears for everyone in your team.
      </ConfirmDialog>
    </>
  );
}
