import { Button, NativeSelect, Radio } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CheckName } from '../../../../src/photos/evidence/finding.ts';
import type {
  ChallengeMode,
  Consequence,
  EvidencePolicy,
  PolicyChanges,
} from '../../../../src/photos/evidence/policy.ts';
import { keyOf } from '../../api/keys.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { CHECK_NAMES } from '../../components/check-names.ts';
import { FormError, Section, useForm, useUnsavedChanges } from '../../components/index.ts';
import { CHALLENGE_TEXTS, CONSEQUENCE_NAMES, CONSEQUENCE_TEXTS, WARNS_OF } from './check-texts.ts';
import styles from './live-proof.module.css';

const PATH = 'settings/live-proof';
const CHECKS = Object.keys(CHECK_NAMES) as CheckName[];
const CONSEQUENCES = Object.keys(CONSEQUENCE_NAMES) as Consequence[];
const CHALLENGE_MODES = Object.keys(CHALLENGE_TEXTS) as ChallengeMode[];
const CHOICES = CONSEQUENCES.map((value) => ({ value, label: CONSEQUENCE_NAMES[value] }));

/** One field for each check, and one for the challenge, so that only what was changed is sent. */
type Fields = Record<`check_${CheckName}`, Consequence> & { challenge: ChallengeMode };

export function PolicyForm({ policy }: { policy: EvidencePolicy }) {
  const { can, id, environment } = useWorkspace();
  const queries = useQueryClient();
  const form = useForm<Fields>(fieldsOf(policy));
  useUnsavedChanges(form);
  const save = useWorkspaceMutation<PolicyChanges, EvidencePolicy>(
    (api, changes) => api.patch(PATH, changes),
    {
      quiet: true,
      success: 'Saved.',
      onSuccess: (saved) => {
        queries.setQueryData(keyOf(id, environment, PATH), saved);
        form.reset();
      },
    },
  );
  const submit = form.submit(() => save.mutateAsync(changesOf(form.edits)));
  const disabled = !can('admin');

  return (
    <form className={styles.form} onSubmit={submit} data-testid="live-proof-form">
      <Section
        title="When a check warns"
        description="Start with Inform only, and look at the warnings for a while."
      >
        <dl className={styles.choices}>
          {CONSEQUENCES.map((consequence) => (
            <div key={consequence}>
              <dt>{CONSEQUENCE_NAMES[consequence]}</dt>
              <dd>{CONSEQUENCE_TEXTS[consequence]}</dd>
            </div>
          ))}
        </dl>
        <ul className={styles.checks}>
          {CHECKS.map((check) => (
            <Check
              key={check}
              check={check}
              value={form.values[`check_${check}`]}
              onChange={(consequence) => form.set(`check_${check}`, consequence)}
              disabled={disabled}
            />
          ))}
        </ul>
      </Section>
      <Section
        title="Challenge"
        description="The customer is asked to move the camera in a way that the server chose, such as coming closer."
      >
        <Radio.Group
          aria-label="Challenge"
          value={form.values.challenge}
          onChange={(mode) => form.set('challenge', mode as ChallengeMode)}
        >
          <div className={styles.modes}>
            {CHALLENGE_MODES.map((mode) => (
              <Radio
                key={mode}
                value={mode}
                label={CHALLENGE_TEXTS[mode].name}
                description={CHALLENGE_TEXTS[mode].text}
                disabled={disabled}
                data-testid={`challenge-${mode}`}
              />
            ))}
          </div>
        </Radio.Group>
      </Section>
      <FormError error={form.error} fields={form.fields} />
      {can('admin') && (
        <div>
          <Button type="submit" loading={form.busy} data-testid="save-live-proof">
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

interface CheckProps {
  check: CheckName;
  value: Consequence;
  onChange: (consequence: Consequence) => void;
  disabled: boolean;
}

function Check({ check, value, onChange, disabled }: CheckProps) {
  const id = `check-${check}`;
  return (
    <li>
      <label htmlFor={id}>
        <b>{CHECK_NAMES[check]}</b>
        <span>{WARNS_OF[check]}</span>
      </label>
      <NativeSelect
        id={id}
        className={styles.choice}
        data={CHOICES}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Consequence)}
        disabled={disabled}
        data-testid={id}
      />
    </li>
  );
}

function fieldsOf({ checks, challenge }: EvidencePolicy): Fields {
  const byCheck = CHECKS.map((check) => [`check_${check}`, checks[check]]);
  return { ...Object.fromEntries(byCheck), challenge };
}

function changesOf(edits: Partial<Fields>): PolicyChanges {
  const checks = CHECKS.flatMap((check) => {
    const consequence = edits[`check_${check}`];
    return consequence === undefined ? [] : [[check, consequence]];
  });
  return {
    ...(checks.length > 0 && { checks: Object.fromEntries(checks) }),
    ...(edits.challenge !== undefined && { challenge: edits.challenge }),
  };
}
