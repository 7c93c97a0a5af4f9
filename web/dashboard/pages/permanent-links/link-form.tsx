import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Stats } from '../../../../src/stats/schema.ts';
import type { Template } from '../../../../src/templates/schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { FormError, Section, useForm, useUnsavedChanges } from '../../components/index.ts';
import { contentChanges, EMPTY_CONTENT } from '../photo-requests/parts/content/content-draft.ts';
import { ContentPreview } from '../photo-requests/parts/content/content-preview.tsx';
import { EvidenceFields } from '../photo-requests/parts/content/evidence-fields.tsx';
import { hasReturn, RETURN_FIELDS, ReturnFields } from '../photo-requests/parts/content/return-fields.tsx';
import { TemplateChooser } from '../photo-requests/parts/content/template-chooser.tsx';
import { TranslationsSection } from '../photo-requests/parts/content/translations-section.tsx';
import { WhatSection } from '../photo-requests/parts/content/what-section.tsx';
import layout from '../photo-requests/parts/form-layout.module.css';
import { MetadataEditor } from '../photo-requests/parts/metadata-editor.tsx';
import { MoreFields } from '../photo-requests/parts/more-fields.tsx';
import { QUESTION_FIELDS, requireValidQuestions } from '../photo-requests/parts/questions/conditions.ts';
import { QuestionsSection } from '../photo-requests/parts/questions/questions-section.tsx';
import { requireValidSlots, SLOT_FIELDS } from '../photo-requests/parts/slots.ts';
import { toTimestamp, wallTime } from '../photo-requests/parts/zoned-time.ts';
import { REVIEW_HELP } from '../photo-requests/review/review-state.ts';
import { expiryOf, type LinkDraft, slugFrom } from './link-draft.ts';

type LinkForm = ReturnType<typeof useForm<LinkDraft>>;

const SHOWN_AT_FIELDS = [
  'name',
  'slug',
  'instructions',
  ...SLOT_FIELDS,
  ...QUESTION_FIELDS,
  ...RETURN_FIELDS,
  'expires_at',
  'max_submissions',
  'daily_limit_per_address',
  'access_code',
];

interface LinkFormProps {
  initial: LinkDraft;
  /** For new links, which can begin with one. */
  template?: { chosen: Template | null; onChoose: (template: Template | null) => void };
  /** The slug that printed codes carry already. */
  currentSlug?: string;
  action: string;
  cancelTo: string;
  onSubmit: (draft: LinkDraft) => Promise<unknown>;
}

/** The form and, beside it, what comes of it. */
export function LinkFormWithPreview(props: LinkFormProps) {
  const { initial, template, currentSlug, action, cancelTo, onSubmit } = props;
  const { timeZone } = useWorkspace();
  const { data: stats } = useWorkspaceQuery<Stats>('plan');
  const form = useForm(initial);
  useUnsavedChanges(form);
  const maxPhotos = stats?.plan.photos_per_request;
  const [language, setLanguage] = useState<string | null>(null);
  const { instructions, name } = form.values;
  const save = form.submit(async (draft) => {
    requireValidSlots(draft.photo_slots, maxPhotos);
    requireValidQuestions(draft.questions);
    await onSubmit(draft);
  });
  /** What is about the link itself stays. */
  const choose = (chosen: Template | null) => {
    const kept = Object.entries(form.edits).filter(([field]) => !(field in EMPTY_CONTENT));
    form.reset();
    setLanguage(null);
    template?.onChoose(chosen);
    for (const [field, value] of kept) form.set(field, value);
  };
  return (
    <div className={layout.columns}>
      <form className={layout.form} onSubmit={save} noValidate data-testid="link-form">
        {template !== undefined && (
          <TemplateChooser
            chosen={template.chosen}
            onChoose={choose}
            hasEdits={Object.keys(contentChanges(form.values, initial)).length > 0}
          />
        )}
        <NameSection form={form} currentSlug={currentSlug} />
        <WhatSection
          form={form}
          maxPhotos={maxPhotos}
          placeholder="Photograph the parcel and its label, so that we can book your return."
          testId="link-instructions"
        />
        <QuestionsSection
          questions={form.values.questions}
          onChange={(questions) => form.set('questions', questions)}
          errors={form.errors}
          allowsIdentifier
        />
        <ProtectionSection form={form} hadCode={initial.asks_for_code} />
        <LimitsSection key={template?.chosen?.id} form={form} />
        <TranslationsSection form={form} language={language} onLanguage={setLanguage} />
        <FormError error={form.error} fields={SHOWN_AT_FIELDS} />
        <div className={layout.bar}>
          <Button type="submit" size="md" loading={form.busy} data-testid="save-link">
            {action}
          </Button>
          <Button component={Link} to={cancelTo} variant="subtle" color="gray" size="md">
            Cancel
          </Button>
        </div>
      </form>
      <ContentPreview
        draft={instructions.trim() === '' ? { ...form.values, instructions: name } : form.values}
        maxPhotos={maxPhotos}
        expiresAt={safeExpiry(form.values, timeZone)}
        language={language ?? 'en'}
      />
    </div>
  );
}

function safeExpiry(draft: LinkDraft, timeZone: string): string | null {
  const at = expiryOf(draft, timeZone);
  return at !== null && at > toTimestamp(Date.now()) ? at : null;
}

function NameSection({ form, currentSlug }: { form: LinkForm; currentSlug: string | undefined }) {
  const isNewAddress = currentSlug !== undefined && form.values.slug !== currentSlug;
  return (
    <Section title="Name and address">
      <div className={layout.fields}>
        <div className={layout.pair}>
          <TextInput
            {...form.text('name')}
            label="Name"
            description="Shown to your team and on the poster."
            placeholder="Returns desk"
            required
            maxLength={100}
            data-testid="link-name"
          />
          <TextInput
            {...form.text('slug')}
            label="Link address"
            description={
              currentSlug === undefined
                ? 'If empty, we’ll use the name.'
                : '3 to 30 letters, digits and hyphens.'
            }
            placeholder={slugFrom(form.values.name).replace(/^-|-$/g, '') || 'returns-desk'}
            leftSection={<span aria-hidden="true">/p/</span>}
            leftSectionWidth={38}
            error={form.errors.slug}
            onChange={(event) => form.set('slug', slugFrom(event.currentTarget.value))}
            spellCheck={false}
            autoComplete="off"
            data-testid="link-slug"
          />
        </div>
        {isNewAddress && (
          <p className={layout.hint}>
            QR codes you’ve already printed keep working. The old address /p/{currentSlug} still leads here.
          </p>
        )}
        <Switch
          label="Accepting photos"
          description="When off, customers see that the link is closed."
          checked={form.values.is_active}
          onChange={(event) => form.set('is_active', event.currentTarget.checked)}
          data-testid="link-active"
        />
      </div>
    </Section>
  );
}

function ProtectionSection({ form, hadCode }: { form: LinkForm; hadCode: boolean }) {
  const { asks_for_code, requires_approval, requires_review } = form.values;
  return (
    <Section title="Who can send" description="Anyone who has the address can open the link.">
      <div className={layout.fields}>
        <Switch
          label="Require an access code"
          description="Customers enter it before they can take photos. Print it beside the QR code, or tell them."
          checked={asks_for_code}
          onChange={(event) => form.set('asks_for_code', event.currentTarget.checked)}
          data-testid="link-asks-for-code"
        />
        {asks_for_code && (
          <TextInput
            {...form.text('access_code')}
            label="Access code"
            description="4 to 32 characters. Upper and lower case count the same."
            placeholder={hadCode ? 'Unchanged' : undefined}
            required={!hadCode}
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
            data-testid="link-access-code"
          />
        )}
        <Switch
          label="Hold submissions until you approve them"
          description="Held submissions don’t count, and your webhook isn’t called, until someone approves them here."
          checked={requires_approval}
          onChange={(event) => form.set('requires_approval', event.currentTarget.checked)}
          data-testid="link-requires-approval"
        />
        <Switch
          label="Review submissions"
          description={REVIEW_HELP}
          checked={requires_review}
          onChange={(event) => form.set('requires_review', event.currentTarget.checked)}
          data-testid="link-requires-review"
        />
      </div>
    </Section>
  );
}

interface CountInputProps {
  form: LinkForm;
  field: 'max_submissions' | 'daily_limit_per_address';
  label: string;
  placeholder: string;
  description?: string;
}

function CountInput({ form, field, ...texts }: CountInputProps) {
  return (
    <NumberInput
      {...texts}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=" "
      value={form.values[field]}
      onChange={(value) => form.set(field, typeof value === 'number' ? value : '')}
      error={form.errors[field]}
      data-testid={`link-${field.replaceAll('_', '-')}`}
    />
  );
}

function LimitsSection({ form }: { form: LinkForm }) {
  const { timeZone } = useWorkspace();
  return (
    <Section title="Limits">
      <div className={layout.fields}>
        <div className={layout.pair}>
          <CountInput
            form={form}
            field="max_submissions"
            label="Maximum submissions"
            placeholder="No limit"
          />
          <TextInput
            {...form.text('expires_at')}
            type="datetime-local"
            label="Closes on"
            description={`If empty, it never closes. Time zone: ${timeZone}.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={wallTime(Date.now(), timeZone)}
            data-testid="link-expiry"
          />
        </div>
        <CountInput
          form={form}
          field="daily_limit_per_address"
          label="Submissions per address per day"
          placeholder="Default"
          description="Everyone on the same Wi-Fi counts as one address. If empty, one address can send 1,000 submissions a day and no more than a quarter of your plan’s photos."
        />
        <MoreFields
          open={
            form.values.metadata.length > 0 || form.values.evidence_policy !== null || hasReturn(form.values)
          }
        >
          <EvidenceFields form={form} />
          <ReturnFields form={form} />
          <MetadataEditor
            pairs={form.values.metadata}
            onChange={(pairs) => form.set('metadata', pairs)}
            errors={form.errors}
          />
        </MoreFields>
      </div>
    </Section>
  );
}
