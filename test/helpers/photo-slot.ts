import type { PhotoSlot } from '../../src/photos/photo-slots.ts';

/** A slot as the API shows it when only this was said of it. */
export function slot(instructions: string, changes: Partial<PhotoSlot> = {}): PhotoSlot {
  return {
    instructions,
    is_required: true,
    hint: null,
    min_photos: 1,
    max_photos: 1,
    guide: null,
    guide_image_id: null,
    example_image_id: null,
    ...changes,
  };
}
