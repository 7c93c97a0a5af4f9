import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { phoneText } from '../../../../../src/shared/phone-texts.ts';
import { smsLength } from '../../../../../src/shared/sms-parts.ts';
import { useSession } from '../../../api/session.tsx';
import { useWorkspace } from '../../../api/workspace.tsx';
import layout from '../parts/form-layout.module.css';
import type { RequestForm } from './request-form.ts';

const TOKEN_LENGTH = 26;

/** The customer's number, and whether the link is sent to it. */
export function PhoneFields({ form }: { form: RequestForm }) {
  const { environment, name } = useWorkspace();
  const { phone } = useSession();
  const { recipient_phone, phone_channel, send_sms, locale } = form.values;
  const isEmpty = recipient_phone.trim() === '';
  const canSend = environment === 'live' && phone[phone_channel];
  const text = phoneText({
    kind: 'photo_request',
    locale,
    business: name,
    link: `${window.location.origin}/r/${'0'.repeat(TOKEN_LENGTH)}`,
    hasStopNote: phone.stop_note && phone_channel === 'sms',
  });
  return (
    <>
      <div className={layout.pair}>
        <TextInput
          {...form.text('recipient_phone')}
          type="tel"
          label="Customer’s phone"
          placeholder="+1 415 555 0123"
          autoComplete="off"
          data-testid="recipient-phone"
        />
        {phone.whatsapp && (
          <NativeSelect
            label="Message by"
            data={[
              ...(phone.sms ? [{ value: 'sms', label: 'Text message' }] : []),
              { value: 'whatsapp', label: 'WhatsApp' },
            ]}
            value={phone_channel}
            onChange={(event) =>
              form.set('phone_channel', event.currentTarget.value === 'whatsapp' ? 'whatsapp' : 'sms')
            }
            data-testid="phone-channel"
          />
        )}
      </div>
      <Switch
        label={phone_channel === 'sms' ? 'Text the link' : 'Send the link by WhatsApp'}
        description={reasonOf({
          environment,
          isSetUp: phone[phone_channel],
          isEmpty,
          parts: phone_channel === 'sms' ? smsLength(text).parts : null,
        })}
        checked={send_sms && canSend && !isEmpty}
        disabled={!canSend || isEmpty}
        onChange={(event) => form.set('send_sms', event.currentTarget.checked)}
        data-testid="send-sms"
      />
    </>
  );
}

function reasonOf(state: {
  environment: string;
  isSetUp: boolean;
  isEmpty: boolean;
  parts: number | null;
}): string {
  const { environment, isSetUp, isEmpty, parts } = state;
  if (environment === 'test') return 'Test requests are never sent to a phone.';
  if (!isSetUp) return 'Phone messages aren’t set up on this server. You can still send the link yourself.';
  if (isEmpty) return 'Enter a number with its country code first, or share the link yourself.';
  if (parts === null) return 'Sent in the language selected below.';
  return `Sent in the language selected below, as ${parts === 1 ? '1 text message' : `${parts} text messages`}.`;
}
