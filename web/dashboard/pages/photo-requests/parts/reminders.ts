import { MAX_REMINDER_HOURS } from '../../../../../src/shared/reminder-limits.ts';
import type { ReminderRule } from '../../../../../src/templates/reminder-rules.ts';

/** One reminder as it is being written. */
export interface DraftReminder {
  key: number;
  when: ReminderRule['when'];
  number: number | '';
  unit: 'hours' | 'days';
}

export const OCCASIONS: { value: ReminderRule['when']; label: string }[] = [
  { value: 'not_opened', label: 'If not opened after' },
  { value: 'not_submitted', label: 'If not submitted after' },
  { value: 'before_expiry', label: 'Before it expires' },
];

export const PRESETS = [
  { value: 'none', label: 'None', rules: [] },
  { value: 'once', label: 'After 2 days', rules: [{ when: 'not_submitted', hours: 48 }] },
  {
    value: 'standard',
    label: 'Standard',
    rules: [
      { when: 'not_opened', hours: 24 },
      { when: 'before_expiry', hours: 24 },
    ],
  },
] satisfies { value: string; label: string; rules: ReminderRule[] }[];

export type ReminderChoice = (typeof PRESETS)[number]['value'] | 'own';

export interface RemindersDraft {
  choice: ReminderChoice;
  /** Of a list of one's own. */
  own: DraftReminder[];
}

export const NO_REMINDERS: RemindersDraft = { choice: 'none', own: [] };

let keys = 0;

export function newReminder(rule: ReminderRule = { when: 'not_submitted', hours: 48 }): DraftReminder {
  const isDays = rule.hours % 24 === 0;
  return {
    key: ++keys,
    when: rule.when,
    number: isDays ? rule.hours / 24 : rule.hours,
    unit: isDays ? 'days' : 'hours',
  };
}

/** For a request that has some already. */
export function draftOf(given: ReminderRule[]): RemindersDraft {
  // Those of a request also say when they are due.
  const rules = given.map(({ when, hours }) => ({ when, hours }));
  const same = (other: ReminderRule[]) =>
    other.length === rules.length && other.every((rule, index) => isSame(rule, rules[index]));
  const preset = PRESETS.find((each) => same(each.rules));
  return preset === undefined
    ? { choice: 'own', own: rules.map(newReminder) }
    : { choice: preset.value, own: [] };
}

function isSame(a: ReminderRule, b: ReminderRule | undefined): boolean {
  return a.when === b?.when && a.hours === b.hours;
}

export function rulesOf({ choice, own }: RemindersDraft): ReminderRule[] {
  const preset = PRESETS.find(({ value }) => value === choice);
  return preset?.rules ?? own.map(({ when, number, unit }) => ({ when, hours: hoursOf(number, unit) }));
}

export function sameRules(one: RemindersDraft, other: RemindersDraft): boolean {
  return JSON.stringify(rulesOf(one)) === JSON.stringify(rulesOf(other));
}

function hoursOf(number: number | '', unit: DraftReminder['unit']): number {
  return Number(number) * (unit === 'days' ? 24 : 1);
}

export function faultOf({ number, unit }: DraftReminder): string | undefined {
  const hours = hoursOf(number, unit);
  return hours >= 1 && hours <= MAX_REMINDER_HOURS ? undefined : 'Enter 1 hour to 30 days.';
}

/** "If not opened after 1 day" */
export function ruleText({ when, hours }: ReminderRule): string {
  const span = spanText(hours);
  if (when === 'before_expiry') return `${span} before it expires`;
  return `If not ${when === 'not_opened' ? 'opened' : 'submitted'} after ${span}`;
}

function spanText(hours: number): string {
  const isDays = hours % 24 === 0;
  const number = isDays ? hours / 24 : hours;
  return `${number} ${isDays ? 'day' : 'hour'}${number === 1 ? '' : 's'}`;
}
