import { Select, Switch, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import type { Stats } from '../../../../../src/stats/schema.ts';
import { useSession } from '../../../api/session.tsx';
import { useWorkspace } from '../../../api/workspace.tsx';
import { Icon } from '../../../components/index.ts';
import layout from '../parts/form-layout.module.css';
import { RemindersEditor } from '../parts/reminders-editor.tsx';
import { PhoneFields } from './phone-fields.tsx';
import type { RequestForm } from './request-form.ts';

/** The customer's address, where the plan includes email; otherwise why there is none. */
export function RecipientFields({ form, plan }: { form: RequestForm; plan: Stats['plan'] | undefined }) {
  const { path, environment } = useWorkspace();
  const { mail_configured, phone } = useSession();
  if (plan === undefined) return null;
  if (!plan.email_enabled)
    return (
      <div className={layout.note} data-testid="email-upgrade">
        <Icon name="mail" />
        <span>
          The {plan.name} plan doesn’t include email. You’ll get a link, a QR code and a short code to share.{' '}
          <Link to={path('plan')}>See plans with email</Link>
        </span>
      </div>
    );
  const isEmpty = form.values.recipient_email.trim() === '';
  const canSend = environment === 'live' && mail_configured;
  const { recipient_phone, phone_channel, send_sms } = form.values;
  const isPhoned =
    environment === 'live' && phone[phone_channel] && send_sms && recipient_phone.trim() !== '';
  return (
    <div className={layout.fields}>
      <TextInput
        {...form.text('recipient_email')}
        type="email"
        label="Customer’s email"
        placeholder="customer@example.com"
        autoComplete="off"
        data-testid="recipient-email"
      />
      <Switch
        label="Email the link"
        description={reasonOf(environment, mail_configured, isEmpty)}
        checked={form.values.send_email && canSend && !isEmpty}
        disabled={!canSend || isEmpty}
        onChange={(event) => form.set('send_email', event.currentTarget.checked)}
        data-testid="send-email"
      />
      <PhoneFields form={form} />
      {((canSend && !isEmpty) || isPhoned) && <ReminderFields form={form} />}
    </div>
  );
}

function ReminderFields({ form }: { form: RequestForm }) {
  const { timeZone } = useWorkspace();
  return (
    <>
      <RemindersEditor
        draft={form.values.reminders}
        onChange={(reminders) => form.set('reminders', reminders)}
      />
      {form.values.reminders.choice !== 'none' && (
        <Select
          label="Customer’s time zone"
          description="Reminders are sent at the hours set for your workspace, by the customer’s clock."
          placeholder={`${timeZone} (workspace)`}
          data={Intl.supportedValuesOf('timeZone')}
          value={form.values.time_zone === '' ? null : form.values.time_zone}
          onChange={(zone) => form.set('time_zone', zone ?? '')}
          error={form.errors.time_zone}
          searchable
          clearable
          limit={60}
          nothingFoundMessage="No matching time zone. Try a large city."
          data-testid="customer-time-zone"
        />
      )}
    </>
  );
}

function reasonOf(environment: string, isMailConfigured: boolean, isEmpty: boolean): string {
  if (environment === 'test') return 'Test requests are never emailed.';
  if (!isMailConfigured) return 'Email isn’t set up on this server. Ask your administrator.';
  return isEmpty
    ? 'Enter an email address first, or share the link yourself.'
    : 'Sent in the language selected below.';
}
