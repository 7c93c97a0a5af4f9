import { Fragment } from 'react';
import { useSearchParams } from 'react-router';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { Photo } from '../../../../../src/photos/schema.ts';
import { Icon, StatusBadge } from '../../../components/index.ts';
import { stableAddress } from '../parts/photo-addresses.ts';
import { openSlots } from '../review/review-state.ts';
import { warningsOf } from './evidence.tsx';
import { Lightbox } from './lightbox.tsx';
import { HINTS, labelOf } from './photo-text.ts';
import styles from './photos.module.css';

/** The address says which photo is looked at. */
function useLookedAt(photos: Photo[]) {
  const [address, setAddress] = useSearchParams();
  return {
    shown: photos.findIndex(({ id }) => id === address.get('photo')),
    show: (photo: Photo | undefined) =>
      setAddress(photo === undefined ? {} : { photo: photo.id }, { replace: true }),
  };
}

/** The photos that came, and the places that stayed empty. */
export function Photos({ request }: { request: PhotoRequest }) {
  const { shown, show } = useLookedAt(request.items);
  const asked = new Set(openSlots(request).map(({ slot_index }) => slot_index));
  const filled = new Set(request.items.map(({ slot_index }) => slot_index));
  const missing = request.photo_slots
    .map(({ instructions }, index) => ({ instructions, index }))
    .filter(({ index }) => !filled.has(index));
  return (
    <>
      <ul className={styles.photos} data-testid="photos">
        {request.items.map((photo) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            badges={[...(asked.has(photo.slot_index) ? [ASKED_AGAIN] : []), ...badgesOf(photo)]}
            onOpen={() => show(photo)}
          />
        ))}
        {missing.map(({ instructions, index }) => (
          <li key={index} className={styles.missing}>
            <Icon name="image" size={24} />
            <span>{instructions}</span>
            <small>Not provided</small>
          </li>
        ))}
      </ul>
      <Lightbox
        photos={request.items}
        code={request.unique_code}
        index={shown}
        onShow={(index) => show(request.items[index])}
        onClose={() => show(undefined)}
      />
    </>
  );
}

/** Photos in whose place others stand by now. */
export function EarlierPhotos({ request }: { request: PhotoRequest }) {
  const photos = request.superseded_items;
  const { shown, show } = useLookedAt(photos);
  return (
    <>
      <ul className={styles.photos} data-quiet data-testid="earlier-photos">
        {photos.map((photo) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            badges={[
              { text: `Round ${photo.round}`, tone: 'quiet' },
              { text: 'Taken again since', tone: 'quiet' },
            ]}
            onOpen={() => show(photo)}
          />
        ))}
      </ul>
      <Lightbox
        photos={photos}
        code={request.unique_code}
        index={shown}
        onShow={(index) => show(photos[index])}
        onClose={() => show(undefined)}
      />
    </>
  );
}

interface PhotoBadge {
  text: string;
  tone: 'bad' | 'warn' | 'calm' | 'quiet';
}

const ASKED_AGAIN: PhotoBadge = { text: 'To retake', tone: 'calm' };

function PhotoTile({ photo, badges, onOpen }: { photo: Photo; badges: PhotoBadge[]; onOpen: () => void }) {
  const { metadata } = photo;
  const label = labelOf(photo);
  return (
    <li className={styles.tile}>
      <button
        type="button"
        onClick={onOpen}
        aria-label={[`Open ${label}`, ...badges.map(({ text }) => text)].join(', ')}
        data-testid="photo"
      >
        <img src={stableAddress(photo.thumbnail_url)} alt="" loading="lazy" decoding="async" />
        <span className={styles.badges}>
          {badges.map((badge) => (
            <Fragment key={badge.text}>
              <StatusBadge {...badge} />{' '}
            </Fragment>
          ))}
        </span>
      </button>
      <p>
        <span className={styles.number}>{photo.slot_index + 1}</span>
        <span className={styles.label} dir="auto">
          {label}
        </span>
        {metadata.gps_lat !== undefined && (
          <span className={styles.pin} title="Location recorded">
            <Icon name="pin" size={15} />
          </span>
        )}
      </p>
    </li>
  );
}

function badgesOf({ evidence, metadata, round }: Photo): PhotoBadge[] {
  const warnings = warningsOf(evidence).length;
  return [
    ...(round > 1 ? [{ text: `Round ${round}`, tone: 'calm' as const }] : []),
    ...(warnings === 0
      ? []
      : [{ text: warnings === 1 ? '1 warning' : `${warnings} warnings`, tone: 'bad' as const }]),
    ...(metadata.quality_hint === undefined
      ? []
      : [{ text: HINTS[metadata.quality_hint], tone: 'warn' as const }]),
  ];
}
