import { Link } from 'react-router';
import type { TimelineEntry } from '../../../../../src/photo-requests/timeline.ts';
import { labelOf, type WorkspaceMember } from '../../../api/member-label.ts';
import { useMembers } from '../../../api/members.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { Icon, Time } from '../../../components/index.ts';
import { NoteView } from '../notes/note-view.tsx';
import styles from './timeline.module.css';
import { type TimelineItem, timelineItems } from './timeline-items.ts';

/** Newest first: what happened last is what one comes to look for. */
export function RequestTimeline({ requestId, entries }: { requestId: string; entries: TimelineEntry[] }) {
  const members = useMembers();
  return (
    <ol className={styles.timeline} data-testid="timeline">
      {timelineItems(entries)
        .reverse()
        .map((item) => (
          <li key={item.memberNote?.id ?? item.key} data-tone={item.tone}>
            <span className={styles.icon}>
              <Icon name={item.icon} size={15} />
            </span>
            <div className={styles.words}>
              <span className={styles.title}>{titleOf(item, members)}</span>
              <Detail item={item} />
            </div>
            <span className={styles.when}>
              <Time value={item.at} />
            </span>
            {item.memberNote && (
              <div className={styles.note}>
                <NoteView requestId={requestId} note={item.memberNote} />
              </div>
            )}
          </li>
        ))}
    </ol>
  );
}

/** Of a note its author, as they are called now; who left is known by the address they had. */
function titleOf({ title, memberNote }: TimelineItem, members: WorkspaceMember[]): string {
  const author = members.find(({ user_id }) => user_id === memberNote?.author_id);
  return author === undefined ? title : labelOf(author);
}

/** Only those who may see webhooks are led to them. */
function Detail({ item: { detail, endpointId } }: { item: TimelineItem }) {
  const { can, path } = useWorkspace();
  if (detail === null) return null;
  if (endpointId === null || !can('admin')) return <span className={styles.detail}>{detail}</span>;
  return (
    <Link to={path(`webhooks/${endpointId}`)} className={styles.detail}>
      {detail}
    </Link>
  );
}
