import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WorkspaceMember } from '../../../api/member-label.ts';
import { useMembers } from '../../../api/members.ts';
import { useWorkspaceMutation } from '../../../api/queries.ts';
import { FormError, useForm, useUnsavedChanges } from '../../../components/index.ts';
import type { MemberNote } from '../detail/timeline-items.ts';
import { mentionsIn } from './mention-draft.ts';
import { MentionField } from './mention-field.tsx';
import styles from './notes.module.css';

interface NoteFormProps {
  requestId: string;
  /** The one that is edited. */
  note?: MemberNote;
  onDone?: () => void;
}

export function NoteForm({ requestId, note, onDone }: NoteFormProps) {
  const members = useMembers();
  const form = useForm({ text: note?.text ?? '' });
  useUnsavedChanges(form);
  const [chosen, setChosen] = useState<WorkspaceMember[]>([]);
  const path = `photo-requests/${requestId}/notes`;
  const save = useWorkspaceMutation<{ text: string; mentions: string[] }>(
    (api, body) => (note === undefined ? api.post(path, body) : api.patch(`${path}/${note.id}`, body)),
    { quiet: true },
  );
  const submit = form.submit(async ({ text }) => {
    if (text.trim() === '') return;
    const before = members.filter(({ user_id }) => note?.mentions.includes(user_id) ?? false);
    const known = new Map([...before, ...chosen].map((member) => [member.user_id, member]));
    await save.mutateAsync({ text: text.trim(), mentions: mentionsIn(text, [...known.values()]) });
    form.reset();
    setChosen([]);
    onDone?.();
  });
  const { value, onChange, error } = form.text('text');
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      data-testid={note === undefined ? 'note-form' : 'note-edit'}
    >
      <MentionField
        label={note === undefined ? 'New note' : 'Edit note'}
        value={value}
        members={members}
        onChange={(text) => onChange({ currentTarget: { value: text } })}
        onMention={(member) => setChosen((all) => [...all, member])}
        onSubmit={() => void submit()}
        error={error}
        autoFocus={note !== undefined}
      />
      <FormError error={form.error} fields={form.fields} />
      <div className={styles.buttons}>
        <span className={styles.hint}>Only your team sees notes.</span>
        {note !== undefined && (
          <Button variant="default" size="sm" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          loading={form.busy}
          disabled={value.trim() === ''}
          data-testid="save-note"
        >
          {note === undefined ? 'Add note' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
