import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import type { WireNotification } from '../../../../src/notifications/schema.ts';
import { useWorkspaceMutation, useWorkspacePages } from '../../api/queries.ts';
import { useUnreadCount } from '../../api/unread-count.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  EmptyState,
  ErrorState,
  Icon,
  PageHeader,
  Section,
  Sections,
  TableSkeleton,
  Time,
} from '../../components/index.ts';
import styles from './notifications.module.css';
import { shownAs } from './sentence.ts';

export function NotificationListPage() {
  const { path } = useWorkspace();
  const pages = useWorkspacePages<WireNotification>('notifications');
  const newest = pages.rows?.[0]?.id;
  const unread = useUnreadCount() ?? 0;
  const readAll = useWorkspaceMutation<string>((api, up_to) => api.post('notifications/read', { up_to }));
  return (
    <>
      <PageHeader
        title="Notifications"
        description="Kept for 90 days."
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Icon name="check" size={16} />}
              disabled={unread === 0 || newest === undefined}
              loading={readAll.isPending}
              onClick={() => newest !== undefined && readAll.mutate(newest)}
              data-testid="read-all"
            >
              Mark all as read
            </Button>
            <Button
              component={Link}
              to={path('notifications/settings')}
              variant="default"
              leftSection={<Icon name="sliders" size={16} />}
              data-testid="notification-settings"
            >
              Settings
            </Button>
          </>
        }
      />
      <Sections>
        <Section flush>
          <NotificationList pages={pages} />
        </Section>
      </Sections>
    </>
  );
}

function NotificationList({ pages }: { pages: ReturnType<typeof useWorkspacePages<WireNotification>> }) {
  const { rows, error, refetch } = pages;
  if (rows === undefined) return error ? <ErrorState error={error} onRetry={refetch} /> : <TableSkeleton />;
  if (rows.length === 0)
    return (
      <EmptyState icon="bell" title="Nothing new">
        You’ll see here when photos arrive, when someone mentions you, and when something needs your
        attention.
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.list} data-testid="notifications">
        {rows.map((row) => (
          <NotificationRow key={row.id} notification={row} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function NotificationRow({ notification }: { notification: WireNotification }) {
  const { path } = useWorkspace();
  const { id, at, is_read } = notification;
  const { icon, text, page } = shownAs(notification);
  const read = useWorkspaceMutation<void>((api) => api.post(`notifications/${id}/read`), { quiet: true });
  return (
    <li className={styles.row} data-unread={!is_read || undefined}>
      <span className={styles.icon}>
        <Icon name={icon} size={17} />
      </span>
      <Link className={styles.words} to={path(page)} onClick={() => !is_read && read.mutate()}>
        <span className={styles.text} dir="auto">
          {!is_read && <span className={styles.unseen}>Unread: </span>}
          {text}
        </span>
        <span className={styles.when}>
          <Time value={at} />
        </span>
      </Link>
      {!is_read && (
        <Tooltip label="Mark as read">
          <ActionIcon
            className={styles.read}
            variant="subtle"
            size={36}
            aria-label={`Mark as read: ${text}`}
            loading={read.isPending}
            onClick={() => read.mutate()}
            data-testid="mark-read"
          >
            <span className={styles.dot} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
