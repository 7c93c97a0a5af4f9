import { useEffect, useState } from 'react';
import type { ShownPhotoRequest } from '../../../../src/photo-requests/web-schema.ts';
import type { Photo } from '../../../../src/photos/schema.ts';
import { Icon } from '../../components/index.ts';
import { warningsOf } from '../photo-requests/detail/evidence.tsx';
import { Lightbox } from '../photo-requests/detail/lightbox.tsx';
import { labelOf } from '../photo-requests/detail/photo-text.ts';
import { stableAddress } from '../photo-requests/parts/photo-addresses.ts';
import { SideButton } from '../photo-requests/parts/side-button.tsx';
import { Panel } from './panel.tsx';
import styles from './review.module.css';
import type { LookedAt } from './use-looked-at.ts';

interface RequestViewProps {
  request: ShownPhotoRequest;
  next: ShownPhotoRequest | undefined;
  look: LookedAt;
}

/** One photo large, the others as a strip, and what is known beside them. */
export function RequestView({ request, next, look }: RequestViewProps) {
  const { items } = request;
  const { index, photo } = look;
  usePreloaded([items[index + 1], next?.items[0]]);
  return (
    <div className={styles.view}>
      <div className={styles.stage}>
        {photo === undefined ? (
          <p className={styles.none}>This submission has no photos any more.</p>
        ) : (
          <LargePhoto key={photo.id} photo={photo} onOpen={() => look.zoom(index)} />
        )}
        {items.length > 1 && (
          <>
            <SideButton side="left" label="Previous photo" idle={index === 0} onClick={() => look.step(-1)} />
            <SideButton
              side="right"
              label="Next photo"
              idle={index === items.length - 1}
              onClick={() => look.step(1)}
            />
          </>
        )}
      </div>
      {items.length > 1 && <Strip photos={items} index={index} onShow={look.show} />}
      <Panel request={request} look={look} />
      <Lightbox
        photos={look.all}
        code={request.unique_code}
        index={look.zoomed}
        onShow={look.zoom}
        onClose={() => look.zoom(-1)}
      />
    </div>
  );
}

/** The thumbnail stands in until the photo itself is there, or in its place when it cannot be shown. */
function LargePhoto({ photo, onOpen }: { photo: Photo; onOpen: () => void }) {
  const [failed, setFailed] = useState(false);
  const thumbnail = stableAddress(photo.thumbnail_url);
  return (
    <button
      type="button"
      className={styles.photo}
      onClick={onOpen}
      aria-label={`Open ${labelOf(photo)} in full screen`}
      data-testid="queue-photo"
    >
      <img
        src={failed ? thumbnail : stableAddress(photo.url)}
        alt={labelOf(photo)}
        style={{ backgroundImage: `url("${thumbnail}")` }}
        onError={() => setFailed(true)}
      />
    </button>
  );
}

function Strip({ photos, index, onShow }: { photos: Photo[]; index: number; onShow: (at: number) => void }) {
  return (
    <ul className={styles.strip} aria-label="Photos of this request" data-testid="strip">
      {photos.map((photo, at) => {
        const hasWarning = warningsOf(photo.evidence).length > 0;
        return (
          <li key={photo.id}>
            <button
              type="button"
              aria-current={at === index || undefined}
              aria-label={`Show ${labelOf(photo)}${hasWarning ? ', with warnings' : ''}`}
              onClick={() => onShow(at)}
            >
              <img src={stableAddress(photo.thumbnail_url)} alt="" decoding="async" />
              {hasWarning && (
                <span className={styles.warned}>
                  <Icon name="alert" size={13} />
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What is looked at next is there when it is asked for. */
function usePreloaded(photos: (Photo | undefined)[]): void {
  const addresses = photos.flatMap((photo) => (photo === undefined ? [] : [stableAddress(photo.url)]));
  const list = JSON.stringify(addresses);
  useEffect(() => {
    for (const address of JSON.parse(list) as string[]) new Image().src = address;
  }, [list]);
}
