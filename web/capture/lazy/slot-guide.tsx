import './slot-guide.css';
import { useEffect, useRef } from 'preact/hooks';
import type { Guide } from '../../../src/shared/guides.ts';
import { GUIDE_OUTLINES, type GuideOutline } from '../../guide-outlines.ts';
import type { Controller } from '../controller.ts';
import { Icon } from '../ui/icon.tsx';

/** Safari before 15.4 would show what is in one at once, and not as a dialog. */
const HAS_DIALOGS = 'HTMLDialogElement' in window;

/** What helps to take this photo: an outline over the camera's picture, and a picture of a good one. */
export function SlotGuide({ c, slot }: { c: Controller; slot: number }) {
  const { guide, example } = c.flow.state().slots[slot]?.help ?? {};
  const place = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const say = c.language.say;
  useEffect(() => {
    const camera = place.current?.closest('.camera');
    if (guide === undefined || camera == null) return;
    // Beside the card and not in it: what lies in the card cannot reach beyond it.
    const outline = drawn(guide);
    camera.querySelector('.viewfinder')?.after(outline);
    return () => outline.remove();
  }, [guide]);
  return (
    <div ref={place} class="example">
      {example !== undefined && HAS_DIALOGS && (
        <>
          <button type="button" onClick={() => dialog.current?.showModal()}>
            <img src={example} alt="" onError={(event) => hide(event.currentTarget)} />
            <Icon name="check" />
            <span>{say('guide_example')}</span>
          </button>
          <dialog ref={dialog} aria-label={say('guide_example')}>
            <img src={example} alt={say('guide_example')} />
            <form method="dialog">
              <button type="submit" class="button">
                {say('guide_close')}
              </button>
            </form>
          </dialog>
        </>
      )}
    </div>
  );
}

function drawn(guide: string): HTMLElement {
  const place = document.createElement('div');
  place.className = 'guide';
  const outline = GUIDE_OUTLINES[guide as Guide] as GuideOutline | undefined;
  if (outline === undefined) {
    const image = new Image();
    image.src = guide;
    image.alt = '';
    image.onerror = () => image.remove();
    place.append(image);
    return place;
  }
  const [width, height, path] = outline;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const lines = document.createElementNS(svg.namespaceURI, 'path');
  lines.setAttribute('d', path);
  svg.append(lines);
  place.append(svg);
  return place;
}

/** The business has deleted it since. */
function hide(image: HTMLImageElement): void {
  image.closest('button')?.remove();
}
