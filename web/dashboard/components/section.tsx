import { useDeferredValue, useId } from 'react';
import { useLocation } from 'react-router';
import styles from './layout.module.css';
import { scrollPositions } from './scroll-positions.ts';

export interface SectionProps {
  title?: string;
  description?: React.ReactNode;
  actions?: React.ReactNode;
  /** No padding around the content, for tables and lists. */
  flush?: boolean;
  /** Red edge, for what cannot be undone. */
  danger?: boolean;
  children: React.ReactNode;
}

/** A card with an optional head. */
export function Section({ title, description, actions, flush, danger, children }: SectionProps) {
  const id = useId();
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section
      className={styles.section}
      aria-labelledby={title === undefined ? undefined : id}
      data-danger={danger || undefined}
    >
      {hasHead && (
        <header className={styles.sectionHead}>
          <div>
            {title !== undefined && <h2 id={id}>{title}</h2>}
            {description !== undefined && <p>{description}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={flush ? styles.flush : styles.sectionBody}>{children}</div>
    </section>
  );
}

/** The column of sections that makes up a page. `narrow` for forms. */
export function Sections({ children, narrow }: { children: React.ReactNode; narrow?: boolean }) {
  return (
    <div className={styles.sections} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}

/**
 * What a long page has below its first screen: rendered right after that, which is then seen sooner. Whoever goes back to a
 * place further down finds all of it at once.
 */
export function BelowScreen({ children }: { children: React.ReactNode }) {
  const wasHere = scrollPositions.has(useLocation().key);
  return useDeferredValue(true, wasHere) ? children : null;
}

/** Names and values below each other, side by side where there is room. Where names can be the same, each has a key. */
export function Facts({ items }: { items: { label: string; value: React.ReactNode; key?: string }[] }) {
  return (
    <dl className={styles.facts}>
      {items.map(({ label, value, key = label }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
