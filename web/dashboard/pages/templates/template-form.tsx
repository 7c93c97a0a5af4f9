import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Stats } from '../../../../src/stats/schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { FormError, Section, useForm, useUnsavedChanges } from '../../components/index.ts';
import { ContentPreview } from '../photo-requests/parts/content/content-preview.tsx';
import { EvidenceFields } from '../photo-requests/parts/content/evidence-fields.tsx';
import { hasReturn, RETURN_FIELDS, ReturnFields } from '../photo-requests/parts/content/return-fields.tsx';
import { TranslationsSection } from '../photo-requests/parts/content/translations-section.tsx';
import { WhatSection } from '../photo-requests/parts/content/what-section.tsx';
import layout from '../photo-requests/parts/form-layout.module.css';
import { LanguageField } from '../photo-requests/parts/language-field.tsx';
import { hoursOf } from '../photo-requests/parts/lifetime.ts';
import { LifetimeField } from '../photo-requests/parts/lifetime-field.tsx';
import { MetadataEditor } from '../photo-requests/parts/metadata-editor.tsx';
import { MoreFields } from '../photo-requests/parts/more-fields.tsx';
import { requireValidPlace } from '../photo-requests/parts/place.ts';
import { PLACE_FIELDS, PlaceFields } from '../photo-requests/parts/place-fields.tsx';
import { QUESTION_FIELDS, requireValidQuestions } from '../photo-requests/parts/questions/conditions.ts';
import { QuestionsSection } from '../photo-requests/parts/questions/questions-section.tsx';
import { RemindersEditor } from '../photo-requests/parts/reminders-editor.tsx';
import { requireValidSlots, SLOT_FIELDS } from '../photo-requests/parts/slots.ts';
import { REVIEW_HELP } from '../photo-requests/review/review-state.ts';
import type { TemplateDraft } from './template-draft.ts';

type TemplateForm = ReturnType<typeof useForm<TemplateDraft>>;

const HOUR_MS = 3_600_000;
const SHOWN_AT_FIELDS = [
  'name',
  'instructions',
  ...SLOT_FIELDS,
  ...QUESTION_FIELDS,
  'expires_in_hours',
  ...PLACE_FIELDS,
  ...RETURN_FIELDS,
];

interface TemplateFormProps {
  initial: TemplateDraft;
  action: string;
  cancelTo: string;
  onSubmit: (draft: TemplateDraft) => Promise<unknown>;
}

/** The form and, beside it, what comes of it. */
export function TemplateFormWithPreview({ initial, action, cancelTo, onSubmit }: TemplateFormProps) {
  const { data: stats } = useWorkspaceQuery<Stats>('plan');
  const form = useForm(initial);
  useUnsavedChanges(form);
  const [language, setLanguage] = useState<string | null>(null);
  const maxPhotos = stats?.plan.photos_per_request;
  const save = form.submit(async (draft) => {
    requireValidSlots(draft.photo_slots, maxPhotos);
    requireValidQuestions(draft.questions);
    requireValidPlace(draft.expected_location);
    await onSubmit(draft);
  });
  return (
    <div className={layout.columns}>
      <form className={layout.form} onSubmit={save} noValidate data-testid="template-form">
        <Section>
          <TextInput
            {...form.text('name')}
            label="Name"
            description="For your team. Customers don’t see it."
            placeholder="Car damage"
            required
            maxLength={100}
            data-testid="template-name"
          />
        </Section>
        <WhatSection
          form={form}
          maxPhotos={maxPhotos}
          placeholder="Please photograph the damage to your car, so that we can settle your claim."
          required
        />
        <QuestionsSection
          questions={form.values.questions}
          onChange={(questions) => form.set('questions', questions)}
          errors={form.errors}
          allowsIdentifier
        />
        <SettingsSection form={form} />
        <TranslationsSection form={form} language={language} onLanguage={setLanguage} />
        <FormError error={form.error} fields={SHOWN_AT_FIELDS} />
        <div className={layout.bar}>
          <Button type="submit" size="md" loading={form.busy} data-testid="save-template">
            {action}
          </Button>
          <Button component={Link} to={cancelTo} variant="subtle" color="gray" size="md">
            Cancel
          </Button>
        </div>
      </form>
      <ContentPreview
        draft={form.values}
        maxPhotos={maxPhotos}
        expiresAt={expiryOf(form.values)}
        language={language ?? form.values.locale}
      />
    </div>
  );
}

/** As if it were used right now. */
function expiryOf(draft: TemplateDraft): string | null {
  const hours = hoursOf(draft);
  return hours >= 1 ? new Date(Date.now() + hours * HOUR_MS).toISOString() : null;
}

function SettingsSection({ form }: { form: TemplateForm }) {
  const { metadata, evidence_policy, expected_location } = form.values;
  const hasPlace = expected_location.coordinates !== '';
  return (
    <Section title="Settings" description="For each request. Permanent links have their own expiry.">
      <div className={layout.fields}>
        <LifetimeField form={form} />
        <div className={layout.pair}>
          <LanguageField form={form} />
        </div>
        <Switch
          label="Review submissions"
          description={REVIEW_HELP}
          checked={form.values.requires_review}
          onChange={(event) => form.set('requires_review', event.currentTarget.checked)}
          data-testid="requires-review"
        />
        <RemindersEditor
          draft={form.values.reminders}
          onChange={(reminders) => form.set('reminders', reminders)}
        />
        <MoreFields
          open={metadata.length > 0 || evidence_policy !== null || hasPlace || hasReturn(form.values)}
        >
          <PlaceFields form={form} />
          <EvidenceFields form={form} />
          <ReturnFields form={form} />
          <MetadataEditor
            pairs={metadata}
            onChange={(pairs) => form.set('metadata', pairs)}
            errors={form.errors}
          />
        </MoreFields>
      </div>
    </Section>
  );
}
