import { Alert, Checkbox, Radio, TextInput } from '@mantine/core';
import type { EventType } from '../../../../src/webhooks/outbox/event-types.ts';
import { FormError, GROUP_ERROR, Icon, type useForm } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { EVENTS, SERVES } from './events.ts';
import type { Endpoint } from './types.ts';

export interface EndpointValues {
  [field: string]: unknown;
  url: string;
  name: string;
  events: EventType[];
  serves: Endpoint['serves'];
}

export const NEW_ENDPOINT: EndpointValues = {
  url: '',
  name: '',
  events: ['photo_request.submitted'],
  serves: 'both',
};

type EndpointFormState = ReturnType<typeof useForm<EndpointValues>>;

/** The fields of an endpoint; the dialog or page around them has the buttons. */
export function EndpointFields({ form }: { form: EndpointFormState }) {
  const { values, set, errors } = form;
  const toggle = (event: EventType) =>
    set(
      'events',
      values.events.includes(event)
        ? values.events.filter((one) => one !== event)
        : [...values.events, event],
    );
  return (
    <div className={forms.form}>
      <TextInput
        label="URL"
        description="Where we send events, as HTTP POST with a JSON body."
        placeholder="https://example.com/webhooks"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
        data-testid="webhook-url"
        {...form.text('url')}
      />
      <TextInput
        label="Name"
        description="Optional. Defaults to the hostname."
        maxLength={100}
        data-testid="webhook-name"
        {...form.text('name')}
      />
      <Checkbox.Group label="Events" value={values.events} error={errors.events} errorProps={GROUP_ERROR}>
        <div className={forms.choices}>
          {EVENTS.map(({ event, text }) => (
            <Checkbox
              key={event}
              value={event}
              label={<span className={forms.mono}>{event}</span>}
              description={text}
              onChange={() => toggle(event)}
              data-testid={`event-${event}`}
            />
          ))}
        </div>
      </Checkbox.Group>
      {values.events.length === 0 && (
        <Alert color="gray" icon={<Icon name="info" />}>
          Select at least one event, or only test events are sent.
        </Alert>
      )}
      <Radio.Group
        label="Environments"
        value={values.serves}
        onChange={(value) => set('serves', value as Endpoint['serves'])}
        error={errors.serves}
        errorProps={GROUP_ERROR}
      >
        <div className={forms.choices}>
          {SERVES.map(({ value, label, description }) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={description}
              data-testid={`serves-${value}`}
            />
          ))}
        </div>
      </Radio.Group>
      <FormError error={form.error} fields={form.fields} />
    </div>
  );
}
