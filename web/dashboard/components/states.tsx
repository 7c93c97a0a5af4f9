import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './states.module.css';

/** Says what belongs here and what to do to get it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
}) {
  return (
    <div className={styles.state}>
      <span className={styles.badge}>
        <Icon name={icon} size={26} />
      </span>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** What went wrong, what to do, and a way to try again. `page`: it stands alone on the screen. */
export function ErrorState({
  error,
  onRetry,
  page,
}: {
  error: unknown;
  onRetry?: () => unknown;
  page?: boolean;
}) {
  const { title, advice } = explain(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={styles.state} data-page={page || undefined} role="alert" data-testid="error-state">
      <span className={styles.badge} data-bad>
        <Icon name="alert" size={26} />
      </span>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{advice}</div>
      {onRetry !== undefined && (
        <div className={styles.action}>
          <Button variant="default" leftSection={<Icon name="refresh" />} onClick={() => void onRetry()}>
            Try again
          </Button>
        </div>
      )}
      {requestId !== null && <p className={styles.fine}>Error reference: {requestId}</p>}
    </div>
  );
}

export function explain(error: unknown): { title: string; advice: string } {
  if (!(error instanceof ApiError))
    return {
      title: 'Something went wrong',
      advice: 'Reload the page. If this keeps happening, contact your administrator.',
    };
  if (error.status === 0) return { title: 'No connection', advice: error.message };
  if (error.status === 403) return { title: 'Not allowed', advice: error.message };
  if (error.status === 404)
    return { title: 'Not found', advice: 'It may have been deleted, or the link is incomplete.' };
  if (error.status === 429)
    return {
      title: 'Too many requests',
      advice: `Please wait ${waitText(error.retryAfterSeconds ?? 60)} and try again.`,
    };
  if (error.status >= 500)
    return {
      title: 'Something went wrong on our side',
      advice: 'Nothing was lost. Try again in a moment. If it keeps happening, contact your administrator.',
    };
  return { title: 'That didn’t work', advice: error.message };
}

/** Skeleton, error or content, whichever the query has. */
export function Loaded<T>({
  query,
  skeleton,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  skeleton: React.ReactNode;
  children: (data: T) => React.ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorState error={query.error} onRetry={query.refetch} />;
  return skeleton;
}

/** "40 seconds", "12 minutes" */
function waitText(seconds: number): string {
  const [number, unit] = seconds <= 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
