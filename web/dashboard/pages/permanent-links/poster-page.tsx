import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import { directionOf, LANGUAGES } from '../../../../src/shared/languages.ts';
import { displayCode } from '../../../../src/shared/short-code.ts';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { ownAddress } from '../../api/own-address.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { Icon, Loaded, PageHeader, PageSkeleton } from '../../components/index.ts';
import { accentVariables } from '../photo-requests/parts/accent-variables.ts';
import { QrCode } from '../photo-requests/parts/qr-code.tsx';
import { withoutScheme } from '../photo-requests/parts/share-box.tsx';
import styles from './poster.module.css';
import { POSTER_TEXTS, type PosterTexts } from './poster-texts.ts';

/** A page to hang up. On paper it stands alone, always light. */
export function PosterPage() {
  const { id = '' } = useParams();
  const query = useWorkspaceQuery<PermanentLink>(`permanent-links/${id}`);
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(link) => <PosterView link={link} />}
    </Loaded>
  );
}

function PosterView({ link }: { link: PermanentLink }) {
  const { path } = useWorkspace();
  const [language, setLanguage] = useState('en');
  return (
    <>
      <PageHeader
        title="Poster"
        description="A4. Print, or choose “Save as PDF” in the print dialog."
        back={{ to: path(`permanent-links/${link.id}`), label: link.name }}
        actions={
          <>
            <NativeSelect
              aria-label="Poster language"
              data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value)}
              data-testid="poster-language"
            />
            <Button
              leftSection={<Icon name="print" size={16} />}
              onClick={() => window.print()}
              data-testid="print-poster"
            >
              Print
            </Button>
          </>
        }
      />
      <Sheet
        link={link}
        language={language}
        texts={POSTER_TEXTS[language] ?? (POSTER_TEXTS.en as PosterTexts)}
      />
    </>
  );
}

function Sheet({ link, language, texts }: { link: PermanentLink; language: string; texts: PosterTexts }) {
  const { name } = useWorkspace();
  const { data: settings } = useWorkspaceQuery<Settings>('settings');
  const variables = accentVariables(settings?.brand_color ?? null) as React.CSSProperties;
  const workspace = settings?.name ?? name;
  return (
    <article
      className={styles.sheet}
      style={variables}
      lang={language}
      dir={directionOf(language)}
      aria-label="Poster"
      data-poster
      data-testid="poster"
    >
      <div className={styles.who}>
        {settings?.logo_url ? (
          <img src={ownAddress(settings.logo_url)} alt="" />
        ) : (
          <span aria-hidden="true">{Array.from(workspace.trim())[0]}</span>
        )}
        <b>{workspace}</b>
      </div>
      <h2 dir="auto">{link.name}</h2>
      {link.instructions !== link.name && (
        <p className={styles.wish} dir="auto">
          {link.instructions}
        </p>
      )}
      <QrCode value={link.url} label={`QR code for ${link.url}`} className={styles.qr} />
      <p className={styles.scan}>
        {texts.scan}
        <small>{texts.noApp}</small>
      </p>
      <p className={styles.or}>
        {texts.or} <b dir="ltr">{withoutScheme(link.code_entry_url)}</b> {texts.enter}
        <b className={styles.code} dir="ltr">
          {displayCode(link.unique_code)}
        </b>
      </p>
    </article>
  );
}
