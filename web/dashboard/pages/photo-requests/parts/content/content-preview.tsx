import { CustomerPreview } from '../customer-preview.tsx';
import type { ContentDraft } from './content-draft.ts';
import { spokenIn } from './translations.ts';

interface ContentPreviewProps {
  draft: ContentDraft;
  maxPhotos: number | undefined;
  expiresAt: string | null;
  /** Of the customer, with or without a region. */
  language: string;
}

/** What a customer of this language sees of a form that is being filled in. */
export function ContentPreview({ draft, maxPhotos, expiresAt, language }: ContentPreviewProps) {
  const spoken = language.slice(0, 2);
  return (
    <CustomerPreview
      {...spokenIn(draft, draft.translations, spoken)}
      maxPhotos={maxPhotos}
      expiresAt={expiresAt}
      language={spoken}
    />
  );
}
