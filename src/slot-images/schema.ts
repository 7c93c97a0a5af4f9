import { z } from 'zod';
import { metaSchema, pageMetaSchema } from '../platform/http/envelope.ts';
import { openEnum, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';

const PURPOSES = ['example', 'guide'] as const;
const purposeMeta = {
  description:
    '`example`: shows the customer what a good photo looks like. `guide`: an outline that lies over the camera’s picture, a PNG with a transparent background.',
  examples: ['example'],
};
const purpose = z.enum(PURPOSES).meta(purposeMeta);

export const uploadQuery = z.object({ purpose });

export const listSlotImagesQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  purpose: purpose.optional().meta(purposeMeta),
});

export const slotImageSchema = z
  .strictObject({
    id: z.string(),
    purpose: openEnum(PURPOSES).meta(purposeMeta),
    url: z.url().meta({ description: 'Public: whoever has the address can see the image.' }),
    width: z.int().min(1),
    height: z.int().min(1),
    bytes: z.int().min(1),
    created_at: wireTime,
  })
  .meta({
    id: 'SlotImage',
    examples: [
      {
        id: 'img_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        purpose: 'example',
        url: 'https://photos.example.com/slot-images/img_01kw3hd5bm00vq8n9m2c5t7x4r6z.jpg',
        width: 1280,
        height: 960,
        bytes: 148_211,
        created_at: '2026-01-31T12:00:00Z',
      },
    ],
  });

export type SlotImage = z.infer<typeof slotImageSchema>;

export const slotImageResponse = z.strictObject({ data: slotImageSchema, meta: metaSchema });
export const slotImageListResponse = z.strictObject({ data: z.array(slotImageSchema), meta: pageMetaSchema });
