import { useState } from 'react';
import { Icon } from '../../../components/index.ts';
import styles from './form-layout.module.css';

/** What few people need, one click away. `open`: at first. */
export function MoreFields({ open = false, children }: { open?: boolean; children: React.ReactNode }) {
  const [isOpen] = useState(open);
  return (
    <details className={styles.more} open={isOpen}>
      <summary data-testid="more-fields">
        <Icon name="right" size={16} />
        More options
      </summary>
      <div>{children}</div>
    </details>
  );
}
