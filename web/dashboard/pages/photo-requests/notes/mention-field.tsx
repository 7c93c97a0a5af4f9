import { Textarea } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { labelOf, type WorkspaceMember } from '../../../api/member-label.ts';
import { offeredFor, openMention, withMention } from './mention-draft.ts';
import styles from './notes.module.css';

interface MentionFieldProps {
  label: string;
  value: string;
  members: WorkspaceMember[];
  onChange: (text: string) => void;
  onMention: (member: WorkspaceMember) => void;
  onSubmit: () => void;
  error: string | undefined;
  autoFocus?: boolean;
}

/** A text in which @ offers the members. The focus stays in the text: the arrows choose, Enter takes, Escape closes. */
export function MentionField(props: MentionFieldProps) {
  const { label, value, members, onChange, onMention, onSubmit, error, autoFocus = false } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const nextCaret = useRef<number | null>(null);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState(-1);
  const open = openMention(value, caret);
  const offered = open === null || open.start === closedAt ? [] : offeredFor(members, open.query);
  const chosen = Math.min(active, offered.length - 1);

  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  const take = (member: WorkspaceMember | undefined) => {
    if (open === null || member === undefined) return;
    const next = withMention(value, open, member);
    onMention(member);
    onChange(next.text);
    nextCaret.current = next.caret;
    setCaret(next.caret);
    setActive(0);
    field.current?.focus();
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSend) onSubmit();
    else if (offered.length === 0) return;
    else if (event.key === 'ArrowDown') setActive((chosen + 1) % offered.length);
    else if (event.key === 'ArrowUp') setActive((chosen + offered.length - 1) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(offered[chosen]);
    else if (event.key === 'Escape') setClosedAt(open?.start ?? -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.field}>
      <Textarea
        ref={field}
        label={label}
        labelProps={{ className: styles.unseen }}
        placeholder="Write a note for your team. Type @ to mention someone."
        autosize
        minRows={2}
        maxRows={12}
        maxLength={2_000}
        value={value}
        error={error}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={offered.length > 0 ? id : undefined}
        aria-activedescendant={offered.length > 0 ? `${id}-${chosen}` : undefined}
        onChange={(event) => {
          setCaret(event.currentTarget.selectionStart);
          setActive(0);
          onChange(event.currentTarget.value);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        data-testid="note-text"
      />
      {offered.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Members"
          className={styles.offered}
          data-testid="mention-list"
        >
          {offered.map((member, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the chosen one.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text.
            <div
              key={member.user_id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(member)}
            >
              <b>{labelOf(member)}</b>
              {member.name !== null && <small>{member.email}</small>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
