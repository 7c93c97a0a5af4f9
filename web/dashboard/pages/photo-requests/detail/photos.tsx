import { useSearchParams } from 'react-router';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { Photo } from '../../../../../src/photos/schema.ts';
import { Icon, StatusBadge } from '../../../components/index.ts';
import { stableAddress } from '../parts/photo-addresses.ts';
import { warningsOf } from './evidence.tsx';
import { Lightbox } from './lightbox.tsx';
import { HINTS, labelOf } from './photo-text.ts';
import styles from './photos.module.css';

/** The photos that came, and the places that stayed empty. The address says which one is looked at. */
export function Photos({ request }: { request: PhotoRequest }) {
  const [address, setAddress] = useSearchParams();
  const shown = request.items.findIndex(({ id }) => id === address.get('photo'));
  const show = (photo: Photo | undefined) =>
    setAddress(photo === undefined ? {} : { photo: photo.id }, { replace: true });
  const filled = new Set(request.items.map(({ slot_index }) => slot_index));
  const missing = request.photo_slots
    .map(({ instructions }, index) => ({ instructions, index }))
    .filter(({ index }) => !filled.has(index));
  return (
    <>
      <ul className={styles.photos} data-testid="photos">
        {request.items.map((photo) => (
          <PhotoTile key={photo.id} photo={photo} onOpen={() => show(photo)} />
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

function PhotoTile({ photo, onOpen }: { photo: Photo; onOpen: () => void }) {
  const { metadata } = photo;
  const label = labelOf(photo);
  const badges = badgesOf(photo);
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
            <StatusBadge key={badge.text} {...badge} />
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

function badgesOf({ evidence, metadata }: Photo): { text: string; tone: 'bad' | 'warn' }[] {
  const warnings = warningsOf(evidence).length;
  return [
    ...(warnings === 0
      ? []
      : [{ text: warnings === 1 ? '1 warning' : `${warnings} warnings`, tone: 'bad' as const }]),
    ...(metadata.quality_hint === undefined
      ? []
      : [{ text: HINTS[metadata.quality_hint], tone: 'warn' as const }]),
  ];
}
