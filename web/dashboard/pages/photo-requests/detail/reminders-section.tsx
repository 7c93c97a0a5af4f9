import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import type { PhotoRequestDetail } from '../../../../../src/photo-requests/web-schema.ts';
import type { ReminderRule } from '../../../../../src/templates/reminder-rules.ts';
import { useWorkspaceMutation } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { useWorkspace } from '../../../api/workspace.tsx';
import { Dialog, FormError, Icon, Section, Time } from '../../../components/index.ts';
import layout from '../parts/form-layout.module.css';
import styles from '../parts/reminders.module.css';
import { draftOf, faultOf, rulesOf, ruleText } from '../parts/reminders.ts';
import { RemindersEditor } from '../parts/reminders-editor.tsx';

type Request = PhotoRequestDetail['request'];

/** When the customer is reminded, and was. */
export function RemindersSection({ detail, isOpen }: { detail: PhotoRequestDetail; isOpen: boolean }) {
  const { request, is_unsubscribed } = detail;
  const { can, environment } = useWorkspace();
  const { mail_configured, phone } = useSession();
  const [editing, setEditing] = useState(false);
  const { recipient_email, reminders, reminder_count } = request;
  const isOfUse = isOpen || reminder_count > 0;
  const isPhoned = isReachedByPhone(request, phone) && !detail.is_opted_out;
  if (environment === 'test' || !(recipient_email !== null || isPhoned) || !isOfUse) return null;
  const canMail = recipient_email !== null && mail_configured && !is_unsubscribed;
  const canSend = isOpen && can('member') && (canMail || isPhoned);
  return (
    <Section title="Reminders">
      <div className={layout.fields} data-testid="reminders">
        {is_unsubscribed && (
          <Alert color="yellow" icon={<Icon name="alert" />} data-testid="unsubscribed">
            Your customer has unsubscribed from your emails. Share the link another way.
          </Alert>
        )}
        {isOpen && (!is_unsubscribed || isPhoned) && <Planned reminders={reminders} />}
        {reminder_count > 0 && (
          <p className={layout.hint} data-testid="reminded">
            {reminder_count === 1 ? '1 reminder sent' : `${reminder_count} reminders sent`}, the last{' '}
            <Time value={request.reminded_at} />.
          </p>
        )}
        {canSend && (
          <div className={styles.buttons}>
            <RemindButton request={request} />
            <Button variant="default" onClick={() => setEditing(true)} data-testid="edit-reminders">
              Edit
            </Button>
          </div>
        )}
      </div>
      <Dialog opened={editing} onClose={() => setEditing(false)} title="Reminders">
        {editing && <RemindersForm request={request} onClose={() => setEditing(false)} />}
      </Dialog>
    </Section>
  );
}

function isReachedByPhone(
  { recipient_phone, phone_channel, sms_status }: Request,
  phone: Record<'sms' | 'whatsapp', boolean>,
): boolean {
  return (
    recipient_phone !== null &&
    sms_status !== null &&
    sms_status !== 'failed' &&
    phone[phone_channel ?? 'sms']
  );
}

function Planned({ reminders }: { reminders: Request['reminders'] }) {
  const coming = reminders.filter(({ due_at }) => due_at !== null);
  if (coming.length === 0) return <p className={layout.hint}>No reminders scheduled.</p>;
  return (
    <ul className={styles.planned}>
      {coming.map(({ when, hours, due_at }) => (
        <li key={`${when} ${hours}`}>
          {ruleText({ when, hours })}
          <small>
            <Time value={due_at} show="both" />
          </small>
        </li>
      ))}
    </ul>
  );
}

function RemindButton({ request }: { request: Request }) {
  const remind = useWorkspaceMutation<void>((api) => api.post(`photo-requests/${request.id}/remind`), {
    success: 'Sending reminder…',
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="mail" size={16} />}
      loading={remind.isPending}
      disabled={request.email_status === 'queued' || request.sms_status === 'queued'}
      onClick={() => remind.mutate()}
      data-testid="remind"
    >
      Send reminder now
    </Button>
  );
}

function RemindersForm({ request, onClose }: { request: Request; onClose: () => void }) {
  const [draft, setDraft] = useState(() =>
    draftOf(request.reminders.map(({ when, hours }) => ({ when, hours }))),
  );
  const change = useWorkspaceMutation<ReminderRule[]>(
    (api, reminders) => api.put(`photo-requests/${request.id}/reminders`, { reminders }),
    { success: 'Reminders saved.', quiet: true },
  );
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    await change.mutateAsync(rulesOf(draft)).then(onClose, () => {});
  };
  const isFaulty = draft.choice === 'own' && draft.own.some((each) => faultOf(each) !== undefined);
  return (
    <form className={layout.fields} onSubmit={submit}>
      <RemindersEditor draft={draft} onChange={setDraft} />
      <p className={layout.hint}>A reminder whose time has passed is not sent.</p>
      <FormError error={change.error} />
      <div className={layout.bar}>
        <Button type="submit" loading={change.isPending} disabled={isFaulty} data-testid="save-reminders">
          Save
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
