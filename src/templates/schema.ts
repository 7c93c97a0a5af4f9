import { z } from 'zod';
import { metaSchema, pageMetaSchema } from '../platform/http/envelope.ts';
import { text, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { contentSchema, instructionsField, requestFields } from './content.ts';

const name = text(1, 100).meta({ description: 'A name for your team. Customers do not see it.' });

/** `null` in an optional field means that it is absent. */
export const createTemplateBody = z.object({ name, instructions: instructionsField, ...requestFields }).meta({
  id: 'CreateTemplate',
  examples: [
    {
      name: 'Car damage',
      instructions: 'Please photograph the damage to your car.',
      expires_in_hours: 72,
      photo_slots: [{ instructions: 'The whole car from the front', guide: 'car_front' }],
      questions: [{ type: 'yes_no', label: 'Can the car still be driven?' }],
      translations: {
        de: {
          instructions: 'Bitte fotografieren Sie den Schaden an Ihrem Auto.',
          photo_slots: [{ instructions: 'Das ganze Auto von vorn' }],
          questions: { q1: { label: 'Ist das Auto noch fahrbereit?' } },
        },
      },
    },
  ],
});

export type CreateTemplate = z.infer<typeof createTemplateBody>;

/** Absent leaves a field as it is; `null` clears it where it can be null. */
export const updateTemplateBody = z
  .object({
    name: name.optional(),
    instructions: instructionsField.optional(),
    is_archived: z.boolean().optional().meta({
      description: 'An archived template stays readable, but nothing can be created from it.',
    }),
    ...requestFields,
  })
  .meta({ id: 'UpdateTemplate', examples: [{ expires_in_hours: 48 }, { is_archived: true }] });

export type UpdateTemplate = z.infer<typeof updateTemplateBody>;

export const duplicateTemplateBody = z
  .object({
    name: name.nullish().meta({ description: 'Default: the name of the template, with “copy” behind it.' }),
  })
  .meta({ id: 'DuplicateTemplate', examples: [{ name: 'Car damage, fleet' }] });

export const templateSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    is_archived: z.boolean(),
    ...contentSchema,
    created_at: wireTime,
    updated_at: wireTime,
  })
  .meta({
    id: 'Template',
    examples: [
      {
        id: 'tpl_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        name: 'Car damage',
        is_archived: false,
        instructions: 'Please photograph the damage to your car.',
        photo_slots: [
          {
            instructions: 'The whole car from the front',
            is_required: true,
            hint: null,
            min_photos: 1,
            max_photos: 1,
            guide: 'car_front',
            guide_image_id: null,
            example_image_id: null,
          },
        ],
        questions: [],
        translations: {
          de: { instructions: 'Bitte fotografieren Sie den Schaden an Ihrem Auto.' },
        },
        requires_review: false,
        evidence_policy: null,
        return_url: null,
        cancel_url: null,
        metadata: {},
        expires_in_hours: 72,
        expected_location: null,
        reminders: [{ when: 'not_submitted', hours: 24 }],
        locale: null,
        created_at: '2026-01-31T12:00:00Z',
        updated_at: '2026-01-31T12:00:00Z',
      },
    ],
  });

export type Template = z.infer<typeof templateSchema>;

export const templateResponse = z.strictObject({ data: templateSchema, meta: metaSchema });
export const templateListResponse = z.strictObject({ data: z.array(templateSchema), meta: pageMetaSchema });

export const listTemplatesQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  is_archived: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only those that are, or are not.', examples: ['false'] }),
});

export type TemplateFilters = Omit<z.infer<typeof listTemplatesQuery>, 'limit' | 'cursor'>;
