import { ActionIcon, Button, NativeSelect, NumberInput } from '@mantine/core';
import { MAX_REMINDER_RULES } from '../../../../../src/shared/reminder-limits.ts';
import { Icon } from '../../../components/index.ts';
import { ChoiceChips } from './choice-chips.tsx';
import layout from './form-layout.module.css';
import styles from './reminders.module.css';
import {
  type DraftReminder,
  faultOf,
  newReminder,
  OCCASIONS,
  PRESETS,
  type RemindersDraft,
  rulesOf,
  ruleText,
} from './reminders.ts';

const CHOICES = [...PRESETS, { value: 'own', label: 'Custom' }] as const;

interface RemindersEditorProps {
  draft: RemindersDraft;
  onChange: (draft: RemindersDraft) => void;
}

/** One of a few presets, or a list of one's own. */
export function RemindersEditor({ draft, onChange }: RemindersEditorProps) {
  const choose = (choice: RemindersDraft['choice']) =>
    // What was chosen before is where one's own list begins.
    onChange(choice === 'own' ? { choice, own: startOf(draft) } : { ...draft, choice });
  return (
    <div data-testid="reminders-editor">
      <ChoiceChips
        legend="Reminders"
        choices={CHOICES.map(({ value, label }) => ({ value, label }))}
        value={draft.choice}
        onChange={choose}
      >
        {draft.choice === 'own' ? (
          <OwnList reminders={draft.own} onChange={(own) => onChange({ ...draft, own })} />
        ) : (
          <p className={layout.hint}>
            {draft.choice === 'none'
              ? 'You can still send one by hand.'
              : `${rulesOf(draft).map(ruleText).join('. ')}.`}
          </p>
        )}
      </ChoiceChips>
    </div>
  );
}

function startOf(draft: RemindersDraft): DraftReminder[] {
  if (draft.own.length > 0) return draft.own;
  const rules = rulesOf(draft);
  return rules.length === 0 ? [newReminder()] : rules.map((rule) => newReminder(rule));
}

function OwnList({
  reminders,
  onChange,
}: {
  reminders: DraftReminder[];
  onChange: (reminders: DraftReminder[]) => void;
}) {
  const change = (key: number, changes: Partial<DraftReminder>) =>
    onChange(reminders.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  return (
    <div className={styles.list}>
      {reminders.map((reminder, index) => (
        <div key={reminder.key} className={styles.reminder}>
          <NativeSelect
            aria-label={`Occasion of reminder ${index + 1}`}
            data={OCCASIONS}
            value={reminder.when}
            onChange={(event) =>
              change(reminder.key, { when: event.currentTarget.value as DraftReminder['when'] })
            }
            className={styles.occasion}
          />
          <NumberInput
            aria-label={`Time of reminder ${index + 1}`}
            value={reminder.number}
            onChange={(value) => change(reminder.key, { number: typeof value === 'number' ? value : '' })}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            error={faultOf(reminder)}
            className={styles.number}
            data-testid="reminder-number"
          />
          <NativeSelect
            aria-label={`Unit of reminder ${index + 1}`}
            data={['hours', 'days']}
            value={reminder.unit}
            onChange={(event) =>
              change(reminder.key, { unit: event.currentTarget.value as DraftReminder['unit'] })
            }
            className={styles.unit}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove reminder ${index + 1}`}
            onClick={() => onChange(reminders.filter(({ key }) => key !== reminder.key))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      {reminders.length < MAX_REMINDER_RULES && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...reminders, newReminder()])}
            data-testid="add-reminder"
          >
            Add a reminder
          </Button>
        </div>
      )}
    </div>
  );
}
