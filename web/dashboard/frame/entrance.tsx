import { useDocumentTitle } from '../components/page-header.tsx';
import { Brand } from './brand.tsx';
import styles from './entrance.module.css';

/** The pages before the door: one card in the middle. */
export function Entrance({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: React.ReactNode;
  children?: React.ReactNode;
  footer?: React.ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <div className={styles.entrance}>
      <header>
        <Brand />
      </header>
      <main className={styles.card}>
        <h1>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children}
      </main>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
