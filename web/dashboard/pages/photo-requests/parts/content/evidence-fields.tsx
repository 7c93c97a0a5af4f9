import { NativeSelect } from '@mantine/core';
import type { ChallengeMode } from '../../../../../../src/photos/evidence/policy.ts';
import layout from '../form-layout.module.css';
import type { ContentDraft } from './content-draft.ts';
import { type Strictness, strictnessOf, withChallenge, withStrictness } from './evidence-rules.ts';
import type { FormOf } from './form-of.ts';

const WARNINGS: { value: Strictness; label: string }[] = [
  { value: '', label: 'As in the workspace' },
  { value: 'hold', label: 'Hold for review' },
  { value: 'refuse', label: 'Ask for a new photo' },
];

const CHALLENGES: { value: ChallengeMode | ''; label: string }[] = [
  { value: '', label: 'As in the workspace' },
  { value: 'on_warning', label: 'After a warning' },
  { value: 'always', label: 'Always' },
];

/** Stricter than the workspace: what is milder has no effect. */
export function EvidenceFields({ form }: { form: FormOf<ContentDraft> }) {
  const rules = form.values.evidence_policy;
  const strictness = strictnessOf(rules);
  return (
    <div>
      <h3>Live proof</h3>
      <p className={layout.hint}>
        Stricter than the rules of your workspace. The stricter rule always counts.
      </p>
      <div className={layout.pair}>
        <NativeSelect
          label="When a check warns"
          data={
            strictness === 'custom'
              ? [...WARNINGS, { value: 'custom', label: 'Set for each check' }]
              : WARNINGS
          }
          value={strictness}
          onChange={(event) =>
            form.set('evidence_policy', withStrictness(rules, event.currentTarget.value as Strictness))
          }
          data-testid="evidence-strictness"
        />
        <NativeSelect
          label="Challenge"
          data={CHALLENGES}
          value={rules?.challenge === 'off' ? '' : (rules?.challenge ?? '')}
          onChange={(event) =>
            form.set('evidence_policy', withChallenge(rules, event.currentTarget.value as ChallengeMode | ''))
          }
          data-testid="evidence-challenge"
        />
      </div>
    </div>
  );
}
