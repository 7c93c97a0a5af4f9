import { Link } from 'react-router';
import type { Finding } from '../../../../../src/photos/evidence/finding.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { CHECK_NAMES } from '../../../components/check-names.ts';
import { Icon, type IconName } from '../../../components/index.ts';
import styles from './lightbox.module.css';

const RESULTS: Record<Finding['result'], { order: number; icon: IconName; text: string }> = {
  warn: { order: 0, icon: 'alert', text: 'Warning' },
  pass: { order: 1, icon: 'check', text: 'Passed' },
  unknown: { order: 2, icon: 'info', text: 'Unknown' },
};

export const warningsOf = (evidence: Finding[]) => evidence.filter(({ result }) => result === 'warn');

/** What speaks for a photo and what against, warnings first. */
export function Evidence({ findings }: { findings: Finding[] }) {
  const sorted = findings.toSorted((a, b) => RESULTS[a.result].order - RESULTS[b.result].order);
  return (
    <section className={styles.evidence} aria-label="Evidence" data-testid="evidence">
      <h3>Evidence</h3>
      <ul className={styles.findings}>
        {sorted.map((finding) => (
          <FindingItem key={finding.check} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function FindingItem({ finding }: { finding: Finding }) {
  const { check, result, message, figures } = finding;
  const { icon, text } = RESULTS[result];
  return (
    <li data-result={result} data-testid={`finding-${check}`}>
      <span className={styles.resultIcon} title={text}>
        <Icon name={icon} size={16} />
      </span>
      <div>
        <b>{CHECK_NAMES[check]}</b>
        <span className={styles.resultText}>{text}</span>
        <p>{message}</p>
        {result === 'warn' && <Figures figures={figures} />}
      </div>
    </li>
  );
}

/** The other photo of a duplicate is named as a link. */
function Figures({ figures }: { figures: Finding['figures'] }) {
  const { path } = useWorkspace();
  const { request_id, photo_id, slot_index: _slot, ...rest } = figures;
  const numbers = Object.entries(rest);
  return (
    <>
      {typeof request_id === 'string' && (
        <p>
          <Link to={path(`photo-requests/${request_id}?photo=${photo_id}`)}>Show the other photo</Link>
        </p>
      )}
      {numbers.length > 0 && (
        <p className={styles.figures}>
          {numbers.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`).join(' · ')}
        </p>
      )}
    </>
  );
}
