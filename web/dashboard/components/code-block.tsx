import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Text in a fixed-width type with a copy button. Wide lines scroll inside. */
export function CodeBlock({ code, label, wrap }: { code: string; label?: string; wrap?: boolean }) {
  return (
    <figure className={styles.block}>
      <figcaption>
        <span>{label ?? 'Code'}</span>
        <CopyButton value={code} label={`Copy ${label ?? 'code'}`} compact />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} data-wrap={wrap || undefined}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
