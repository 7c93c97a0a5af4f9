import { Skeleton } from '@mantine/core';
import styles from './overview.module.css';

export function OverviewSkeleton() {
  return (
    <div className={styles.grid} role="status" aria-label="Loading" data-testid="skeleton">
      <Skeleton className={styles.usage} height={150} radius="lg" />
      <Skeleton className={styles.counts} height={150} radius="lg" />
      <Skeleton className={styles.chart} height={330} radius="lg" />
      <Skeleton className={styles.waiting} height={330} radius="lg" />
      <Skeleton className={styles.whole} height={260} radius="lg" />
    </div>
  );
}
