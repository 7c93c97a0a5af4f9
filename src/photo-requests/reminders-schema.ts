import { z } from 'zod';
import { text, wireTime } from '../platform/http/fields.ts';
import { isTimeZone } from '../platform/time-zone.ts';
import { remindersInput, returnedRuleFields } from '../templates/reminder-rules.ts';

export const timeZoneInput = text(1, 64).refine(isTimeZone, {
  error: 'Must be the name of a time zone, such as Europe/Berlin.',
});

/** The same as it is returned. */
export const reminderSchema = z
  .strictObject({
    ...returnedRuleFields,
    due_at: wireTime.nullable().meta({
      description: 'When it will be sent, if there is still reason to. null if it was sent or will not be.',
    }),
  })
  .meta({ id: 'Reminder' });

export const changeRemindersBody = z
  .object({
    reminders: remindersInput,
    time_zone: timeZoneInput
      .nullish()
      .meta({ description: 'The customer’s time zone. null: that of your workspace.' }),
  })
  .meta({
    id: 'ChangeReminders',
    examples: [{ reminders: [{ when: 'not_submitted', hours: 48 }], time_zone: 'Europe/Berlin' }],
  });

export type ChangeReminders = z.infer<typeof changeRemindersBody>;
