import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MailTextEntry, MailTextInput, MailTextList } from '../../../../src/mail-texts/web-schema.ts';
import {
  faultsOfMailTexts,
  MAIL_FIELDS,
  type MailTexts,
  PLACEHOLDERS,
  tidyMailTexts,
} from '../../../../src/shared/mail-texts.ts';
import { keyOf } from '../../api/keys.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  ConfirmDialog,
  FormError,
  Section,
  useForm,
  useNotify,
  useUnsavedChanges,
} from '../../components/index.ts';
import styles from './emails.module.css';
import { MailPreviewPane } from './mail-preview.tsx';
import { PLACEHOLDER_TEXTS } from './placeholder-texts.ts';
import { WordingField } from './wording-field.tsx';

export const PATH = 'settings/mail-texts';

/** The words of one email in one language, beside what customers will get. */
export function WordingForm({ entry }: { entry: MailTextEntry }) {
  const { kind, lang, original, is_own } = entry;
  const { id, environment } = useWorkspace();
  const queries = useQueryClient();
  const form = useForm<MailTexts>(entry.texts);
  useUnsavedChanges(form);
  const faults = faultsOfMailTexts(tidyMailTexts(form.values));
  const isValid = Object.keys(faults).length === 0;
  const input: MailTextInput = { kind, lang, ...form.values };
  const [resetting, setResetting] = useState(false);

  const onSuccess = (saved: MailTextEntry) => {
    queries.setQueryData<MailTextList>(
      keyOf(id, environment, PATH),
      (list) => list && withEntry(list, saved),
    );
    form.reset();
  };
  const save = useWorkspaceMutation<MailTextInput, MailTextEntry>((api, body) => api.put(PATH, body), {
    quiet: true,
    success: 'Saved. New emails use this wording.',
    onSuccess,
  });
  const reset = useWorkspaceMutation<void, MailTextEntry>(
    (api) => api.post(`${PATH}/reset`, { kind, lang }),
    {
      quiet: true,
      success: 'Back to the original wording.',
      onSuccess,
    },
  );

  return (
    <div className={styles.columns}>
      <form className={styles.wording} onSubmit={form.submit(() => save.mutateAsync(input))} noValidate>
        <Section title="Wording">
          <div className={styles.fields} data-testid="wording-form">
            {MAIL_FIELDS.map((field) => (
              <WordingField
                key={field}
                field={field}
                lang={lang}
                value={form.values[field]}
                original={original[field]}
                error={faults[field]?.[0] ?? form.errors[field]}
                onChange={(value) => form.set(field, value)}
              />
            ))}
            <FormError error={form.error} fields={form.fields} />
            <div className={styles.buttons}>
              <Button
                type="submit"
                loading={form.busy}
                disabled={!form.hasEdits || !isValid}
                data-testid="save-wording"
              >
                Save
              </Button>
              {form.hasEdits && (
                <Button variant="default" onClick={form.reset} data-testid="discard-wording">
                  Discard changes
                </Button>
              )}
              {is_own && (
                <Button
                  variant="subtle"
                  color="red"
                  onClick={() => setResetting(true)}
                  data-testid="reset-wording"
                >
                  Reset to original
                </Button>
              )}
            </div>
          </div>
        </Section>
      </form>
      <div className={styles.looks}>
        <Section title="Preview" actions={<TrialButton input={input} isValid={isValid} />}>
          <MailPreviewPane input={input} isValid={isValid} />
        </Section>
      </div>
      <div className={styles.meanings}>
        <PlaceholderHelp />
      </div>
      <ConfirmDialog
        opened={resetting}
        onClose={() => setResetting(false)}
        title="Reset to the original wording?"
        action="Reset wording"
        onConfirm={() => reset.mutateAsync()}
      >
        Your wording of this email in this language is deleted. New emails use the original.
      </ConfirmDialog>
    </div>
  );
}

function PlaceholderHelp() {
  return (
    <Section title="Placeholders" description="Filled in for each customer.">
      <dl className={styles.help}>
        {PLACEHOLDERS.map((placeholder) => (
          <div key={placeholder}>
            <dt>{`{${placeholder}}`}</dt>
            <dd>{PLACEHOLDER_TEXTS[placeholder].help}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** To whoever is signed in, if their address is known to be theirs. */
function TrialButton({ input, isValid }: { input: MailTextInput; isValid: boolean }) {
  const { user, mail_configured } = useSession();
  const notify = useNotify();
  const trial = useWorkspaceMutation<MailTextInput, { sent_to: string }>(
    (api, body) => api.post(`${PATH}/trial`, body),
    { onSuccess: ({ sent_to }) => notify.success(`Test sent to ${sent_to}.`) },
  );
  if (!mail_configured) return <small className={styles.caption}>Email isn’t set up on this server.</small>;
  if (!user.email_verified)
    return (
      <small className={styles.caption}>
        <Link to="/account">Confirm your email address</Link> to send yourself a test.
      </small>
    );
  return (
    <Button
      variant="default"
      size="sm"
      disabled={!isValid}
      loading={trial.isPending}
      onClick={() => trial.mutate(input)}
      data-testid="send-trial"
    >
      Send me a test
    </Button>
  );
}

function withEntry(list: MailTextList, saved: MailTextEntry): MailTextList {
  const texts = list.texts.map((one) => (one.kind === saved.kind && one.lang === saved.lang ? saved : one));
  return { ...list, texts };
}
