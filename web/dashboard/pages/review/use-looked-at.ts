import { useState } from 'react';
import type { ShownPhotoRequest } from '../../../../src/photo-requests/web-schema.ts';
import type { Photo } from '../../../../src/photos/schema.ts';
import { visitOf } from './queue.ts';

interface Look {
  visit: string | null;
  index: number;
  zoomed: number;
}

/** Which photo of the request is looked at; another request begins with its first. */
export function useLookedAt(request: ShownPhotoRequest | undefined) {
  const visit = request === undefined ? null : visitOf(request);
  const [kept, setKept] = useState<Look>({ visit, index: 0, zoomed: -1 });
  const items = request?.items ?? [];
  /** What full screen leads through: those that stand, then those of earlier rounds. */
  const all: Photo[] = [...items, ...(request?.superseded_items ?? [])];
  const look = kept.visit === visit ? kept : { visit, index: 0, zoomed: -1 };
  const index = Math.min(look.index, Math.max(items.length - 1, 0));
  const show = (wanted: number) => {
    if (items[wanted] !== undefined) setKept({ ...look, index: wanted });
  };
  return {
    visit,
    all,
    index,
    photo: items[index],
    /** -1: not in full screen. */
    zoomed: look.zoomed,
    show,
    step: (step: 1 | -1) => show(index + step),
    zoom: (wanted: number) =>
      setKept({ visit, index: items[wanted] === undefined ? index : wanted, zoomed: wanted }),
  };
}

export type LookedAt = ReturnType<typeof useLookedAt>;
