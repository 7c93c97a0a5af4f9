import { Link } from 'react-router';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { LANGUAGES } from '../../../../../src/shared/languages.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { CopyButton, Facts, StatusBadge, Time } from '../../../components/index.ts';
import { returnFacts } from '../parts/content/return-facts.ts';
import { useTemplateFact } from '../parts/content/template-fact.tsx';
import { translationsFact } from '../parts/content/translations-fact.ts';
import { isHeld } from '../parts/held.ts';
import { placeText } from '../parts/place.ts';
import styles from './detail.module.css';

type Fact = { label: string; value: React.ReactNode };

const MAIL: Record<string, { text: string; tone: 'good' | 'bad' | 'calm' }> = {
  queued: { text: 'Sending', tone: 'calm' },
  sent: { text: 'Sent', tone: 'good' },
  delivered: { text: 'Delivered', tone: 'good' },
  failed: { text: 'Not delivered', tone: 'bad' },
};

export function RequestFacts({
  request,
  isUnsubscribed,
  isOptedOut,
}: {
  request: PhotoRequest;
  isUnsubscribed: boolean;
  isOptedOut: boolean;
}) {
  const { path } = useWorkspace();
  const { submitted_at, expires_at, recipient_email, email_status, external_id, permanent_link_id } = request;
  const mail = email_status === null ? undefined : MAIL[email_status];
  const message = request.sms_status === null ? undefined : MAIL[request.sms_status];
  const template = useTemplateFact(request.template_id);
  const items: Fact[] = [];
  if (external_id !== null) items.push({ label: 'Reference', value: external_id });
  if (isHeld(request)) items.push({ label: 'Sent', value: <Time value={request.held_at} show="both" /> });
  if (submitted_at !== null)
    items.push({ label: 'Submitted', value: <Time value={submitted_at} show="both" /> });
  if (submitted_at === null || request.status === 'in_progress' || request.status === 'expired')
    items.push({
      label: request.status === 'expired' ? 'Expired' : 'Expires',
      value: <Time value={expires_at} show="both" />,
    });
  if (request.round > 1) items.push({ label: 'Round', value: String(request.round) });
  if (recipient_email !== null)
    items.push({
      label: 'Customer’s email',
      value: (
        <span className={styles.row}>
          {recipient_email} {mail && <StatusBadge text={mail.text} tone={mail.tone} />}
          {isUnsubscribed && <StatusBadge text="Unsubscribed" tone="bad" />}
        </span>
      ),
    });
  if (request.recipient_phone !== null)
    items.push({
      label: request.phone_channel === 'whatsapp' ? 'Customer’s WhatsApp' : 'Customer’s phone',
      value: (
        <span className={styles.row} data-testid="recipient-phone">
          {request.recipient_phone} {message && <StatusBadge text={message.text} tone={message.tone} />}
          {isOptedOut && <StatusBadge text="Replied STOP" tone="bad" />}
        </span>
      ),
    });
  if (request.time_zone !== null) items.push({ label: 'Time zone', value: request.time_zone });
  if (request.expected_location !== null)
    items.push({ label: 'Expected location', value: placeText(request.expected_location) });
  items.push({ label: 'Language', value: languageOf(request.locale) });
  items.push(...translationsFact(request.translations));
  if (permanent_link_id !== null)
    items.push({
      label: 'Source',
      value: <Link to={path(`permanent-links/${permanent_link_id}`)}>Permanent link</Link>,
    });
  items.push(...template, ...returnFacts(request));
  for (const [name, value] of Object.entries(request.metadata)) items.push({ label: name, value });
  items.push({
    label: 'ID',
    value: (
      <span className={styles.row}>
        <code className={styles.id}>{request.id}</code>
        <CopyButton value={request.id} label="Copy ID" compact />
      </span>
    ),
  });
  return <Facts items={items} />;
}

function languageOf(locale: string): string {
  const [language, region] = locale.split('-');
  const name = LANGUAGES.find(({ code }) => code === language)?.name ?? locale;
  return region === undefined ? name : `${name} (${region})`;
}
