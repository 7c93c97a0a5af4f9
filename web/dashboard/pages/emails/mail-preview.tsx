import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailPreview, MailTextInput } from '../../../../src/mail-texts/web-schema.ts';
import { directionOf } from '../../../../src/shared/languages.ts';
import { areMailTextsValid } from '../../../../src/shared/mail-texts.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { BlockSkeleton, ErrorState } from '../../components/index.ts';
import { site } from '../../site.ts';
import styles from './emails.module.css';
import { framedMail, type Scheme } from './framed-mail.ts';

const TYPING_MS = 350;
/** What the frame's page measures itself by; it is scaled down where there is less room. */
const WIDTHS = { phone: 375, desktop: 680 };
const HEIGHT = 720;

type View = keyof typeof WIDTHS | 'text';

/** The email as the server would send it, of what is written right now. */
export function MailPreviewPane({ input, isValid }: { input: MailTextInput; isValid: boolean }) {
  const [scheme, setScheme] = useState<Scheme>('light');
  const [view, setView] = useState<View>('phone');
  const preview = usePreview(input);
  return (
    <div className={styles.preview} data-testid="mail-preview">
      <div className={styles.views}>
        <SegmentedControl
          aria-label="Preview"
          value={view}
          onChange={(value) => setView(value as View)}
          data={[
            { value: 'phone', label: 'Phone' },
            { value: 'desktop', label: 'Desktop' },
            { value: 'text', label: 'Plain text' },
          ]}
          data-testid="preview-view"
        />
        <SegmentedControl
          aria-label="Colors of the preview"
          value={scheme}
          onChange={(value) => setScheme(value as Scheme)}
          disabled={view === 'text'}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          data-testid="preview-scheme"
        />
      </div>
      {preview.data === undefined ? (
        preview.error === null ? (
          <BlockSkeleton height={HEIGHT} />
        ) : (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )
      ) : (
        <div className={styles.mail} data-stale={!isValid || undefined}>
          <p className={styles.subjectLine} dir={directionOf(input.lang)} lang={input.lang}>
            <b data-testid="preview-subject">{preview.data.subject}</b>
          </p>
          {view === 'text' ? (
            <section
              className={styles.plain}
              dir={directionOf(input.lang)}
              lang={input.lang}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
              tabIndex={0}
              aria-label="Plain text of the email"
              data-testid="mail-plain"
            >
              {preview.data.text}
            </section>
          ) : (
            <MailFrame html={preview.data.html} width={WIDTHS[view]} scheme={scheme} />
          )}
        </div>
      )}
      <p className={styles.caption}>
        {isValid
          ? 'With sample data. Customers see their own request.'
          : 'Fix the fields to update the preview.'}
      </p>
    </div>
  );
}

function usePreview(input: MailTextInput) {
  const { id, api } = useWorkspace();
  const [shown] = useDebouncedValue(input, TYPING_MS);
  return useQuery({
    // Not among what is read of the workspace: no event there changes it.
    queryKey: ['mail-preview', id, shown],
    queryFn: () => api.post<MailPreview>('settings/mail-texts/preview', shown),
    placeholderData: keepPreviousData,
    enabled: areMailTextsValid(shown),
    gcTime: 0,
  });
}

/** No script runs in it, it belongs to no site, and nothing in it leads anywhere. */
function MailFrame({ html, width, scheme }: { html: string; width: number; scheme: Scheme }) {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={ref} className={styles.frameBox} style={{ height: HEIGHT * Math.max(scale, 0.8) }}>
      <iframe
        title="Preview of the email"
        sandbox=""
        srcDoc={framedMail(html, { nonce: site.nonce, scheme })}
        className={styles.frame}
        style={{
          width,
          height: (HEIGHT * Math.max(scale, 0.8)) / scale,
          transform: `scale(${scale})`,
          marginInlineStart: Math.max(0, (room - width) / 2),
        }}
        data-testid="mail-frame"
      />
    </div>
  );
}
