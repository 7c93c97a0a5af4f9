import { z } from 'zod';
import { integer, list, openEnum } from '../platform/http/fields.ts';
import { MAX_REMINDER_HOURS, MAX_REMINDER_RULES } from '../shared/reminder-limits.ts';

export const REMINDER_KINDS = ['not_opened', 'not_submitted', 'before_expiry'] as const;

const whenMeta = {
  description:
    '`not_opened` and `not_submitted`: so many hours after the customer was asked, unless the link was opened or the photos were submitted by then. `before_expiry`: so many hours before `expires_at`.',
};
const ruleFields = { when: z.enum(REMINDER_KINDS).meta(whenMeta), hours: integer(1, MAX_REMINDER_HOURS) };

/** When a customer is reminded, as clients send it. */
export const remindersInput = list(
  z.object(ruleFields).meta({ id: 'ReminderRule' }),
  MAX_REMINDER_RULES,
).superRefine((rules, context) => {
  const known = new Set<string>();
  for (const [index, { when, hours }] of rules.entries()) {
    const name = `${when} ${hours}`;
    if (known.has(name))
      context.addIssue({ code: 'custom', path: [index], message: 'This reminder is named twice.' });
    known.add(name);
  }
});

export type ReminderRule = z.infer<typeof remindersInput>[number];

/** The same as it is returned. */
export const returnedRuleFields = { ...ruleFields, when: openEnum(REMINDER_KINDS).meta(whenMeta) };

export const reminderRuleSchema = z.strictObject(returnedRuleFields);
