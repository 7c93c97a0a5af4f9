import { useEffect } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import styles from './layout.module.css';

export interface PageHeaderProps {
  title: string;
  description?: React.ReactNode;
  /** Buttons at the right, below the title on phones. */
  actions?: React.ReactNode;
  /** Leads to the list that this page belongs to. */
  back?: { to: string; label: string };
  /** Beside the title, such as a status. */
  badge?: React.ReactNode;
}

/** Every page begins with one; it also names the browser's tab. */
export function PageHeader({ title, description, actions, back, badge }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className={styles.pageHeader}>
      {back !== undefined && (
        <Link to={back.to} className={styles.back}>
          <Icon name="left" size={16} />
          {back.label}
        </Link>
      )}
      <div className={styles.pageHeaderRow}>
        <div className={styles.pageHeaderText}>
          <div className={styles.titleRow}>
            <h1 tabIndex={-1}>{title}</h1>
            {badge}
          </div>
          {description !== undefined && <p>{description}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Shutterpost`;
  }, [title]);
}
