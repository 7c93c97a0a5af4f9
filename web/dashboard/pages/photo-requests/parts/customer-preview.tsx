import { ICONS, type IconName } from '../../../../../src/pages/icons.ts';
import { fillPlural, fillText, timeLeft } from '../../../../../src/pages/texts.ts';
import { directionOf, LANGUAGES } from '../../../../../src/shared/languages.ts';
import type { Settings } from '../../../../../src/workspaces/web-schema.ts';
import { ownAddress } from '../../../api/own-address.ts';
import { useWorkspaceQuery } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { accentVariables } from './accent-variables.ts';
import styles from './customer-preview.module.css';
import { useCustomerTexts } from './customer-texts.ts';

export interface PreviewedRequest {
  instructions: string;
  slots: { instructions: string; is_required: boolean }[];
  /** Without slots: how many photos the customer may send. */
  maxPhotos: number | undefined;
  expiresAt: string | null;
  language?: string;
}

/** What the customer will see first, on a small phone: the same texts, colors and measures as the page itself. */
export function CustomerPreview(props: PreviewedRequest) {
  const { name, id } = useWorkspace();
  const { data: settings } = useWorkspaceQuery<Settings>('settings');
  const { texts, language } = useCustomerTexts(props.language ?? 'en');
  const workspace = settings?.name ?? name;
  const say = (key: string) => fillText(texts, language, key, { workspace });
  const variables = accentVariables(settings?.brand_color ?? null) as React.CSSProperties;
  return (
    <figure className={styles.figure} data-testid="customer-preview">
      <figcaption>What your customer sees</figcaption>
      <div className={styles.phone} style={variables}>
        <div className={styles.screen} lang={language} dir={directionOf(language)} key={id}>
          <div className={styles.top}>
            <span className={styles.who}>
              <Logo name={workspace} url={settings?.logo_url ?? null} />
              <b>{workspace}</b>
            </span>
            <span className={styles.language}>
              <PageIcon name="globe" />
              {LANGUAGES.find(({ code }) => code === language)?.name}
            </span>
          </div>
          <p className={styles.heading}>{say('heading')}</p>
          <p className={styles.wish} dir="auto">
            {props.instructions.trim() === '' ? (
              <span className={styles.ghost}>Your instructions appear here as you write them.</span>
            ) : (
              props.instructions
            )}
          </p>
          <Wanted {...props} texts={texts} language={language} />
          <p className={styles.fine}>
            <PageIcon name="lock" />
            <span>
              {say('live_note')} {say('privacy')}
            </span>
          </p>
          <div className={styles.actions}>
            <span className={styles.button}>
              <PageIcon name="camera" />
              {say('start')}
            </span>
          </div>
        </div>
      </div>
    </figure>
  );
}

function Wanted(props: PreviewedRequest & { texts: Record<string, string>; language: string }) {
  const { slots, maxPhotos = 1, expiresAt, texts, language } = props;
  const now = new Date().toISOString();
  const count = slots.length > 0 ? slots.length : maxPhotos;
  return (
    <>
      <ul className={styles.facts}>
        <li>
          <PageIcon name="camera" />
          {fillPlural(texts, language, slots.length > 0 ? 'photos' : 'up_to', count)}
        </li>
        {expiresAt !== null && (
          <li>
            <PageIcon name="clock" />
            {fillText(texts, language, 'ends', { relative: timeLeft(language, expiresAt, now) })}
          </li>
        )}
      </ul>
      {slots.length > 0 && (
        <>
          <p className={styles.what}>{texts.what}</p>
          <ol className={styles.slots}>
            {slots.map(({ instructions, is_required }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a row has a state of its own.
              <li key={index}>
                <span dir="auto">{instructions.trim() || '…'}</span>
                {!is_required && <em>{texts.optional}</em>}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function Logo({ name, url }: { name: string; url: string | null }) {
  if (url !== null) return <img className={styles.logo} src={ownAddress(url)} alt="" />;
  return (
    <span className={styles.mark} aria-hidden="true">
      {Array.from(name.trim())[0]}
    </span>
  );
}

function PageIcon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
