import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Icon } from './icon.tsx';
import styles from './notices.module.css';

interface Notice {
  id: number;
  kind: 'success' | 'failure';
  text: string;
}

export interface Notify {
  /** Goes away after a few seconds. */
  success(text: string): void;
  /** Stays until it is closed: a text or the error of a call. */
  failure(problem: unknown): void;
}

const SHOWN_MS = 5_000;
const NotifyContext = createContext<Notify | null>(null);

/** Short messages at the edge of the screen, read out by screen readers. */
export function useNotify(): Notify {
  const notify = useContext(NotifyContext);
  if (notify === null) throw new Error('useNotify needs <NoticesProvider>');
  return notify;
}

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const next = useRef(0);
  const remove = useCallback((id: number) => setNotices((all) => all.filter((one) => one.id !== id)), []);
  const notify = useMemo<Notify>(() => {
    const add = (kind: Notice['kind'], text: string) => {
      next.current += 1;
      const id = next.current;
      setNotices((all) => [...all.filter((one) => one.text !== text), { id, kind, text }].slice(-3));
      if (kind === 'success') setTimeout(remove, SHOWN_MS, id);
    };
    return {
      success: (text) => add('success', text),
      failure: (problem) => add('failure', textOf(problem)),
    };
  }, [remove]);

  return (
    <NotifyContext value={notify}>
      {children}
      <div className={styles.notices} role="status" aria-live="polite">
        {notices.map(({ id, kind, text }) => (
          <div key={id} className={styles.notice} data-kind={kind} data-testid={`notice-${kind}`}>
            <Icon name={kind === 'success' ? 'check' : 'alert'} />
            <span>{text}</span>
            <button type="button" aria-label="Dismiss" onClick={() => remove(id)}>
              <Icon name="close" size={16} />
            </button>
          </div>
        ))}
      </div>
    </NotifyContext>
  );
}

function textOf(problem: unknown): string {
  if (typeof problem === 'string') return problem;
  if (!(problem instanceof ApiError)) return 'Something went wrong. Please try again.';
  const [detail] = Object.values(problem.details).flat();
  return detail === undefined ? problem.message : `${problem.message} ${detail}`;
}
