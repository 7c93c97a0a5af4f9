import { Button, NativeSelect, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Choice, Choices, EmailChoice, Topic } from '../../../../src/notifications/choices.ts';
import { keyOf } from '../../api/keys.ts';
import { useWorkspaceMutation, useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  FormError,
  Loaded,
  PageHeader,
  Section,
  Sections,
  TextSkeleton,
  useForm,
  useUnsavedChanges,
} from '../../components/index.ts';
import styles from './notifications.module.css';

const PATH = 'notification-choices';

const TOPICS: Record<Topic, { title: string; text: string }> = {
  submitted: { title: 'Photos submitted', text: 'A customer sent photos.' },
  review: { title: 'Waiting for review', text: 'Someone has to approve a submission.' },
  mentioned: {
    title: 'Mentions and assignments',
    text: 'Someone mentioned you or assigned a request to you.',
  },
  endpoint_failing: {
    title: 'Webhook endpoint failing',
    text: 'We disabled an endpoint that doesn’t respond.',
  },
  archive_failing: {
    title: 'Archive failing',
    text: 'Files can’t be copied to your archive.',
  },
  quota: { title: 'Photo quota', text: 'At 80% and when it is used up.' },
};

const EMAIL: { value: EmailChoice; label: string }[] = [
  { value: 'now', label: 'Immediately' },
  { value: 'digest', label: 'Daily summary' },
  { value: 'off', label: 'No email' },
];

export function NotificationSettingsPage() {
  const { path, name, timeZone } = useWorkspace();
  const query = useWorkspaceQuery<Partial<Choices>>(PATH);
  return (
    <>
      <PageHeader
        title="Notification settings"
        description={`What you hear about in ${name}. Other members choose for themselves.`}
        back={{ to: path('notifications'), label: 'Notifications' }}
      />
      <Sections narrow>
        <Section
          title="Tell me about"
          description={`The daily summary arrives at 8:00 (${timeZone}). Test mode sends no emails about requests.`}
        >
          <Loaded query={query} skeleton={<TextSkeleton lines={8} />}>
            {(choices) => <ChoicesForm choices={choices} />}
          </Loaded>
        </Section>
      </Sections>
    </>
  );
}

type Fields = { [Name in `${Topic}_app`]?: boolean } & { [Name in `${Topic}_email`]?: EmailChoice };

function ChoicesForm({ choices }: { choices: Partial<Choices> }) {
  const { id, environment } = useWorkspace();
  const queries = useQueryClient();
  const form = useForm<Fields>(fieldsOf(choices));
  useUnsavedChanges(form);
  const topics = Object.keys(choices) as Topic[];
  const save = useWorkspaceMutation<Partial<Choices>, Partial<Choices>>(
    (api, body) => api.patch(PATH, body),
    {
      quiet: true,
      success: 'Saved.',
      onSuccess: (saved) => {
        queries.setQueryData(keyOf(id, environment, PATH), saved);
        form.reset();
      },
    },
  );
  const choiceOf = (topic: Topic): Choice => ({
    app: form.values[`${topic}_app`] ?? true,
    email: form.values[`${topic}_email`] ?? 'off',
  });
  const submit = form.submit(() => {
    const edited = topics.filter((topic) => `${topic}_app` in form.edits || `${topic}_email` in form.edits);
    return save.mutateAsync(Object.fromEntries(edited.map((topic) => [topic, choiceOf(topic)])));
  });
  return (
    <form onSubmit={submit} data-testid="notification-choices">
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic}>
            <fieldset className={styles.topic}>
              <legend>{TOPICS[topic].title}</legend>
              <p>{TOPICS[topic].text}</p>
              <div className={styles.ways}>
                <Switch
                  label="In the app"
                  checked={choiceOf(topic).app}
                  onChange={(event) => form.set(`${topic}_app`, event.currentTarget.checked)}
                  data-testid={`${topic}-app`}
                />
                <NativeSelect
                  className={styles.email}
                  aria-label="Email"
                  data={EMAIL}
                  value={choiceOf(topic).email}
                  onChange={(event) => form.set(`${topic}_email`, event.currentTarget.value as EmailChoice)}
                  data-testid={`${topic}-email`}
                />
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <FormError error={form.error} fields={form.fields} />
      <Button type="submit" loading={form.busy} data-testid="save-choices">
        Save
      </Button>
    </form>
  );
}

function fieldsOf(choices: Partial<Choices>): Fields {
  const pairs = Object.entries(choices).flatMap(([topic, { app, email }]) => [
    [`${topic}_app`, app],
    [`${topic}_email`, email],
  ]);
  return Object.fromEntries(pairs);
}
