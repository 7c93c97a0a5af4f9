import { Skeleton } from '@mantine/core';
import styles from './skeletons.module.css';

/** Said once to a screen reader; the gray boxes say nothing. */
function Waiting({ children, className }: { children: React.ReactNode; className?: string }) {
  return (
    <div className={className} role="status" aria-label="Loading" data-testid="skeleton">
      {children}
    </div>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Waiting className={styles.table}>
      {numbers(rows).map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton height={12} width={`${38 - (row % 3) * 6}%`} />
          <Skeleton height={12} width="18%" />
          <Skeleton height={12} width="12%" />
        </div>
      ))}
    </Waiting>
  );
}

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Waiting className={styles.text}>
      {numbers(lines).map((line) => (
        <Skeleton key={line} height={12} width={`${92 - (line % 3) * 14}%`} />
      ))}
    </Waiting>
  );
}

export function BlockSkeleton({ height }: { height: number }) {
  return (
    <Waiting>
      <Skeleton height={height} radius="md" />
    </Waiting>
  );
}

/** A page of which nothing is known yet: title and two cards. */
export function PageSkeleton() {
  return (
    <Waiting className={styles.page}>
      <Skeleton height={26} width={200} />
      <Skeleton height={140} radius="lg" />
      <Skeleton height={260} radius="lg" />
    </Waiting>
  );
}

/** Before it is known who is there. */
export function FrameSkeleton() {
  return (
    <div className={styles.frame}>
      <PageSkeleton />
    </div>
  );
}
