import type { PhotoSlot } from '../photos/photo-slots.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, SlotImagePurpose } from '../platform/db/tables.ts';
import { validationError } from '../platform/errors.ts';
import type { SlotImageRepository } from './repository.ts';

const PURPOSE_OF = {
  example_image_id: 'example',
  guide_image_id: 'guide',
} as const satisfies Record<string, SlotImagePurpose>;

/** Throws when a slot names an image that the owner does not have, or that is for something else. */
export async function requireSlotImages(
  trx: Queries,
  slotImages: SlotImageRepository,
  owner: Owner,
  slots: PhotoSlot[],
): Promise<void> {
  const references = slots.flatMap((slot, index) =>
    (['example_image_id', 'guide_image_id'] as const).flatMap((field) => {
      const id = slot[field];
      return id === null ? [] : [{ id, field, index }];
    }),
  );
  if (references.length === 0) return;
  const ids = [...new Set(references.map(({ id }) => id))];
  const purposes = await slotImages.purposesOf(trx, owner, ids);
  for (const { id, field, index } of references) {
    const purpose = purposes.get(id);
    if (purpose === PURPOSE_OF[field]) continue;
    const message =
      purpose === undefined ? 'There is no such image.' : `This image was uploaded as ${purpose}.`;
    throw validationError({ [`photo_slots.${index}.${field}`]: [message] });
  }
}
