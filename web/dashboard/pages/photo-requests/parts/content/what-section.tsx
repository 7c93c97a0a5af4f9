import { Textarea } from '@mantine/core';
import { Section } from '../../../../components/index.ts';
import layout from '../form-layout.module.css';
import { SlotsEditor } from '../slots-editor.tsx';
import type { ContentDraft } from './content-draft.ts';
import type { FormOf } from './form-of.ts';

interface WhatSectionProps {
  form: FormOf<ContentDraft>;
  /** As many photos as the plan allows; undefined while it is not known. */
  maxPhotos: number | undefined;
  placeholder: string;
  required?: boolean;
  testId?: string;
}

/** The part of a form that says what to photograph. */
export function WhatSection({ form, maxPhotos, placeholder, required, testId }: WhatSectionProps) {
  const { instructions, photo_slots } = form.values;
  return (
    <Section title="What to photograph">
      <div className={layout.fields}>
        <Textarea
          name="instructions"
          label="Instructions"
          description="The first thing your customer reads."
          placeholder={placeholder}
          value={instructions}
          error={form.errors.instructions}
          onChange={(event) => form.set('instructions', event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={10}
          required={required}
          data-testid={testId ?? 'instructions'}
        />
        <div>
          <h3>Photo list (optional)</h3>
          <p className={layout.hint}>
            Guide your customer through specific shots.
            {photo_slots.length === 0 && maxPhotos !== undefined
              ? ` Leave empty to let them take up to ${maxPhotos} photos.`
              : ''}
          </p>
        </div>
        <SlotsEditor
          slots={photo_slots}
          onChange={(slots) => form.set('photo_slots', slots)}
          maxPhotos={maxPhotos}
          errors={form.errors}
        />
      </div>
    </Section>
  );
}
