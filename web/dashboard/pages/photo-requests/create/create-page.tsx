import { Alert, Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { Link, Navigate, useNavigate } from 'react-router';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { LANGUAGES } from '../../../../../src/shared/languages.ts';
import type { Stats } from '../../../../../src/stats/schema.ts';
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
import { CustomerPreview } from '../parts/customer-preview.tsx';
import layout from '../parts/form-layout.module.css';
import { MetadataEditor } from '../parts/metadata-editor.tsx';
import { MoreFields } from '../parts/more-fields.tsx';
import { QUESTION_FIELDS, requireValidQuestions } from '../parts/questions/conditions.ts';
import { QuestionsSection } from '../parts/questions/questions-section.tsx';
import { requireValidSlots, SLOT_FIELDS } from '../parts/slots.ts';
import { SlotsEditor } from '../parts/slots-editor.tsx';
import { REVIEW_HELP } from '../review/review-state.ts';
import { LifetimeField } from './lifetime-field.tsx';
import { bodyOf, EMPTY_DRAFT, hoursOf, type NewRequestBody, type RequestDraft } from './new-request.ts';
import { RecipientFields } from './recipient-fields.tsx';
import type { RequestForm } from './request-form.ts';

const HOUR_MS = 3_600_000;

export function CreateRequestPage() {
  const { can, path, environment } = useWorkspace();
  const { mail_configured } = useSession();
  const navigate = useNavigate();
  const { data: stats } = useWorkspaceQuery<Stats>('plan');
  const form = useForm(EMPTY_DRAFT);
  useUnsavedChanges(form);
  const create = useWorkspaceMutation<NewRequestBody, PhotoRequest>(
    (api, body) => api.post('photo-requests', body),
    { quiet: true },
  );
  if (!can('member')) return <Navigate to={path('photo-requests')} replace />;

  const withEmail = stats?.plan.email_enabled === true;
  const maxPhotos = stats?.plan.photos_per_request;
  const send = form.submit(async (draft) => {
    requireValidSlots(draft.photo_slots, maxPhotos);
    requireValidQuestions(draft.questions);
    const { id } = await create.mutateAsync(
      bodyOf(draft, { withEmail, canSend: environment === 'live' && mail_configured }),
    );
    navigate(path(`photo-requests/${id}`), { state: { created: true } });
  });

  return (
    <>
      <PageHeader
        title="New photo request"
        description="Describe what you need. Your customer opens a link and takes the photos. No app needed."
        back={{ to: path('photo-requests'), label: 'Photo requests' }}
      />
      <div className={layout.columns}>
        <form className={layout.form} onSubmit={send} noValidate data-testid="request-form">
          {environment === 'live' && stats?.usage.photos_remaining === 0 && <QuotaNotice />}
          <WhatSection form={form} maxPhotos={maxPhotos} />
          <QuestionsSection
            questions={form.values.questions}
            onChange={(questions) => form.set('questions', questions)}
            errors={form.errors}
          />
          <HowSection form={form} plan={stats?.plan} />
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
        <Preview draft={form.values} maxPhotos={maxPhotos} />
      </div>
    </>
  );
}

function Preview({ draft, maxPhotos }: { draft: RequestDraft; maxPhotos: number | undefined }) {
  const hours = hoursOf(draft);
  const expiresAt = hours >= 1 ? new Date(Date.now() + hours * HOUR_MS).toISOString() : null;
  return (
    <CustomerPreview
      instructions={draft.instructions}
      slots={draft.photo_slots}
      maxPhotos={maxPhotos}
      expiresAt={expiresAt}
      language={draft.locale}
    />
  );
}

const SHOWN_AT_FIELDS = [
  'instructions',
  ...SLOT_FIELDS,
  ...QUESTION_FIELDS,
  'expires_in_hours',
  'recipient_email',
  'time_zone',
  'external_id',
];

function WhatSection({ form, maxPhotos }: { form: RequestForm; maxPhotos: number | undefined }) {
  return (
    <Section title="What to photograph">
      <div className={layout.fields}>
        <Textarea
          {...form.text('instructions')}
          label="Instructions"
          description="The first thing your customer reads."
          placeholder="Please photograph the damage to your car, so that we can settle your claim."
          autosize
          minRows={3}
          maxRows={10}
          required
          data-testid="instructions"
        />
        <div>
          <h3>Photo list (optional)</h3>
          <p className={layout.hint}>
            Guide your customer through specific shots.
            {form.values.photo_slots.length === 0 && maxPhotos !== undefined
              ? ` Leave empty to let them take up to ${maxPhotos} photos.`
              : ''}
          </p>
        </div>
        <SlotsEditor
          slots={form.values.photo_slots}
          onChange={(slots) => form.set('photo_slots', slots)}
          maxPhotos={maxPhotos}
          errors={form.errors}
        />
      </div>
    </Section>
  );
}

function HowSection({ form, plan }: { form: RequestForm; plan: Stats['plan'] | undefined }) {
  return (
    <Section title="Recipient and expiry">
      <div className={layout.fields}>
        <RecipientFields form={form} plan={plan} />
        <LifetimeField form={form} />
        <div className={layout.pair}>
          <NativeSelect
            label="Language"
            description="Language of the customer’s page. They can switch it."
            data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
            value={form.values.locale}
            onChange={(event) => form.set('locale', event.currentTarget.value)}
            data-testid="locale"
          />
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
        <MoreFields>
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

function QuotaNotice() {
  const { path } = useWorkspace();
  return (
    <Alert color="red" icon={<Icon name="alert" />} title="You’ve used all photos in your plan">
      You can create requests again when your quota resets or your plan changes.{' '}
      <Link to={path('plan')}>See plan and usage</Link>
    </Alert>
  );
}
