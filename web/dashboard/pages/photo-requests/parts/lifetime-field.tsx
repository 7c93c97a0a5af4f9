import { NativeSelect, NumberInput } from '@mantine/core';
import { MAX_LIFETIME_HOURS } from '../../../../../src/shared/request-lifetime.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { exactTime } from '../../../components/index.ts';
import { ChoiceChips } from './choice-chips.tsx';
import type { FormOf } from './content/form-of.ts';
import layout from './form-layout.module.css';
import { hoursOf, LIFETIME_CHOICES, type LifetimeDraft } from './lifetime.ts';

const HOUR_MS = 3_600_000;

/** `startsNow`: the time runs from the moment in which the form is sent. */
export function LifetimeField({ form, startsNow }: { form: FormOf<LifetimeDraft>; startsNow?: boolean }) {
  const { timeZone } = useWorkspace();
  const { lifetime, ownNumber, ownUnit } = form.values;
  const hours = hoursOf(form.values);
  const isPossible = hours >= 1 && hours <= MAX_LIFETIME_HOURS;
  return (
    <ChoiceChips
      legend="Link expires after"
      choices={[...LIFETIME_CHOICES]}
      value={lifetime}
      onChange={(choice) => form.set('lifetime', choice)}
    >
      {lifetime === 'own' && (
        <div className={layout.custom}>
          <NumberInput
            aria-label="Link expires after"
            value={ownNumber}
            onChange={(value) => form.set('ownNumber', typeof value === 'number' ? value : '')}
            min={1}
            max={ownUnit === 'days' ? MAX_LIFETIME_HOURS / 24 : MAX_LIFETIME_HOURS}
            allowDecimal={false}
            error={form.errors.expires_in_hours ?? (isPossible ? undefined : 'Enter 1 hour to 90 days.')}
            data-testid="own-lifetime"
          />
          <NativeSelect
            aria-label="Unit"
            data={['hours', 'days']}
            value={ownUnit}
            onChange={(event) => form.set('ownUnit', event.currentTarget.value as 'hours' | 'days')}
          />
        </div>
      )}
      {startsNow && isPossible && (
        <p className={layout.hint}>Expires on {exactTime(Date.now() + hours * HOUR_MS, timeZone)}.</p>
      )}
    </ChoiceChips>
  );
}
