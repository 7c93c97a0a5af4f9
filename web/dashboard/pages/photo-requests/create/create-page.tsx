import { Alert, Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { Stats } from '../../../../../src/stats/schema.ts';
import type { Template } from '../../../../../src/templates/schema.ts';
import { useWorkspaceMutation, useWorkspaceQuery } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { useWorkspace } from '../../../api/workspace.tsx';
import {
  FormError,
  Icon,
  PageHeader,
  Section,
  useForm,
  useUnsavedChanges,
} from '../../../components/index.ts';
import { contentChanges } from '../parts/content/content-draft.ts';
import { ContentPreview } from '../parts/content/content-preview.tsx';
import { EvidenceFields } from '../parts/content/evidence-fields.tsx';
import { FilledFrom, type Source } from '../parts/content/filled-from.tsx';
import { hasReturn, RETURN_FIELDS, ReturnFields } from '../parts/content/return-fields.tsx';
import { TemplateChooser } from '../parts/content/template-chooser.tsx';
import { TranslationsSection } from '../parts/content/translations-section.tsx';
import { WhatSection } from '../parts/content/what-section.tsx';
import layout from '../parts/form-layout.module.css';
import { LanguageField } from '../parts/language-field.tsx';
import { hoursOf } from '../parts/lifetime.ts';
import { LifetimeField } from '../parts/lifetime-field.tsx';
import { MetadataEditor } from '../parts/metadata-editor.tsx';
import { MoreFields } from '../parts/more-fields.tsx';
import { placeToSend, requireValidPlace } from '../parts/place.ts';
import { PLACE_FIELDS, PlaceFields } from '../parts/place-fields.tsx';
import { QUESTION_FIELDS, requireValidQuestions } from '../parts/questions/conditions.ts';
import { QuestionsSection } from '../parts/questions/questions-section.tsx';
import { requireValidSlots, SLOT_FIELDS } from '../parts/slots.ts';
import { REVIEW_HELP } from '../review/review-state.ts';
import {
  bodyOf,
  draftFromRequest,
  draftFromTemplate,
  EMPTY_DRAFT,
  type NewRequestBody,
  type RequestDraft,
} from './new-request.ts';
import { RecipientFields } from './recipient-fields.tsx';
import type { RequestForm } from './request-form.ts';

const HOUR_MS = 3_600_000;

export function CreateRequestPage() {
  const { can, path } = useWorkspace();
  if (!can('member')) return <Navigate to={path('photo-requests')} replace />;
  return (
    <>
      <PageHeader
        title="New photo request"
        description="Describe what you need. Your customer opens a link and takes the photos. No app needed."
        back={{ to: path('photo-requests'), label: 'Photo requests' }}
      />
      <FilledFrom>{(source) => <NewRequestForm source={source} />}</FilledFrom>
    </>
  );
}

interface Start {
  template: Template | null;
  draft: RequestDraft;
}

function startOf(source: Source): Start {
  if (source.kind === 'request') return { template: null, draft: draftFromRequest(source.request) };
  return startFrom(source.kind === 'template' ? source.template : null);
}

function startFrom(template: Template | null): Start {
  return { template, draft: template === null ? EMPTY_DRAFT : draftFromTemplate(template) };
}

function NewRequestForm({ source }: { source: Source }) {
  const { path, environment } = useWorkspace();
  const { mail_configured, phone } = useSession();
  const navigate = useNavigate();
  const { data: stats } = useWorkspaceQuery<Stats>('plan');
  // What others change meanwhile is no change of this person's.
  const [start, setStart] = useState(() => startOf(source));
  const [language, setLanguage] = useState<string | null>(null);
  const form = useForm(start.draft);
  useUnsavedChanges(form);
  const create = useWorkspaceMutation<NewRequestBody, PhotoRequest>(
    (api, body) => api.post('photo-requests', body),
    { quiet: true },
  );

  const withEmail = stats?.plan.email_enabled === true;
  const maxPhotos = stats?.plan.photos_per_request;
  const { template } = start;
  const send = form.submit(async (draft) => {
    requireValidSlots(draft.photo_slots, maxPhotos);
    requireValidQuestions(draft.questions);
    requireValidPlace(draft.expected_location, template === null ? undefined : start.draft.expected_location);
    const canSend = environment === 'live' && mail_configured;
    const canPhone = environment === 'live' && phone[draft.phone_channel];
    const chosen = template === null ? null : { id: template.id, draft: start.draft };
    const { id } = await create.mutateAsync(
      bodyOf(draft, { withEmail, canSend, canPhone, template: chosen }),
    );
    navigate(path(`photo-requests/${id}`), { state: { created: true } });
  });
  /** What is about the customer stays. */
  const choose = (chosen: Template | null) => {
    const { recipient_email, send_email, recipient_phone, phone_channel, send_sms } = form.values;
    const { external_id } = form.values;
    form.reset();
    setStart(startFrom(chosen));
    setLanguage(null);
    form.set('recipient_email', recipient_email);
    form.set('send_email', send_email);
    form.set('recipient_phone', recipient_phone);
    form.set('phone_channel', phone_channel);
    form.set('send_sms', send_sms);
    form.set('external_id', external_id);
  };

  return (
    <div className={layout.columns}>
      <form className={layout.form} onSubmit={send} noValidate data-testid="request-form">
        {environment === 'live' && stats?.usage.photos_remaining === 0 && <QuotaNotice />}
        <TemplateChooser
          chosen={template}
          onChoose={choose}
          hasEdits={hasOwnContent(form.values, start.draft)}
        />
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
        />
        <HowSection key={template?.id} form={form} plan={stats?.plan} />
        <TranslationsSection form={form} language={language} onLanguage={setLanguage} />
        <FormError error={form.error} fields={SHOWN_AT_FIELDS} />
        <div className={layout.bar}>
          <Button type="submit" size="md" loading={form.busy} data-testid="create-request">
            Create request
          </Button>
          <Button component={Link} to={path('photo-requests')} variant="subtle" color="gray" size="md">
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

/** Something that another template would replace. */
function hasOwnContent(draft: RequestDraft, before: RequestDraft): boolean {
  const changes = {
    ...contentChanges(draft, before),
    ...placeToSend(draft.expected_location, before.expected_location),
  };
  return Object.keys(changes).length > 0;
}

function expiryOf(draft: RequestDraft): string | null {
  const hours = hoursOf(draft);
  return hours >= 1 ? new Date(Date.now() + hours * HOUR_MS).toISOString() : null;
}

const SHOWN_AT_FIELDS = [
  'instructions',
  ...SLOT_FIELDS,
  ...QUESTION_FIELDS,
  'expires_in_hours',
  'recipient_email',
  'recipient_phone',
  'time_zone',
  'external_id',
  ...PLACE_FIELDS,
  ...RETURN_FIELDS,
];

function HowSection({ form, plan }: { form: RequestForm; plan: Stats['plan'] | undefined }) {
  const { metadata, evidence_policy, expected_location } = form.values;
  const hasPlace = expected_location.coordinates !== '';
  return (
    <Section title="Recipient and expiry">
      <div className={layout.fields}>
        <RecipientFields form={form} plan={plan} />
        <LifetimeField form={form} startsNow />
        <div className={layout.pair}>
          <LanguageField form={form} />
          <TextInput
            {...form.text('external_id')}
            label="Reference"
            description="Your claim or order number. Searchable."
            placeholder="claim-4711"
            data-testid="external-id"
          />
        </div>
        <Switch
          label="Review submissions"
          description={REVIEW_HELP}
          checked={form.values.requires_review}
          onChange={(event) => form.set('requires_review', event.currentTarget.checked)}
          data-testid="requires-review"
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

function QuotaNotice() {
  const { path } = useWorkspace();
  return (
    <Alert color="red" icon={<Icon name="alert" />} title="You’ve used all photos in your plan">
      You can create requests again when your quota resets or your plan changes.{' '}
      <Link to={path('plan')}>See plan and usage</Link>
    </Alert>
  );
}
