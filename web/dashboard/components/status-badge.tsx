import styles from './status-badge.module.css';

type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'quiet';

const KNOWN: Record<string, { text: string; tone: Tone }> = {
  pending: { text: 'Waiting', tone: 'calm' },
  in_progress: { text: 'In progress', tone: 'warn' },
  submitted: { text: 'Submitted', tone: 'good' },
  expired: { text: 'Expired', tone: 'quiet' },
  canceled: { text: 'Canceled', tone: 'quiet' },
  active: { text: 'Active', tone: 'good' },
  inactive: { text: 'Inactive', tone: 'quiet' },
  enabled: { text: 'Enabled', tone: 'good' },
  disabled: { text: 'Disabled', tone: 'quiet' },
  delivered: { text: 'Delivered', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

/** A status by name, or any text with a tone of its own. */
export function StatusBadge({ status, text, tone }: { status?: string; text?: string; tone?: Tone }) {
  const known = status === undefined ? undefined : KNOWN[status];
  return (
    <span className={styles.badge} data-tone={tone ?? known?.tone ?? 'quiet'}>
      {text ?? known?.text ?? status}
    </span>
  );
}
