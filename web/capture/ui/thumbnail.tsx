import type { CSSProperties } from 'preact';
import type { Controller } from '../controller.ts';
import { photoNumber } from '../flow/slots.ts';
import type { Photo } from '../flow/state.ts';
import { Icon } from './icon.tsx';

/** A small picture with a ring that fills while it is sent. */
export function Thumbnail({ c, photo }: { c: Controller; photo: Photo }) {
  const { say, code } = c.language;
  const number = photoNumber(c.flow.state(), photo.slot);
  const percent = new Intl.NumberFormat(code(), { style: 'percent' }).format(photo.progress);
  const state = say(`state_${photo.upload}`, { percent });
  return (
    <span class={`thumbnail ${photo.upload}`} style={{ '--share': photo.progress } as CSSProperties}>
      <img src={photo.thumbnail} alt={say('photo_n', { n: number })} />
      <span class="state" title={state}>
        {photo.upload === 'uploaded' ? <Icon name="check" /> : <i class="ring" />}
        <span class="unseen">{state}</span>
      </span>
    </span>
  );
}
