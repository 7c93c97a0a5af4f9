import type { Photo } from '../../../../../src/photos/schema.ts';
import { CopyButton, Time } from '../../../components/index.ts';
import { stableAddress } from '../parts/photo-addresses.ts';
import { Evidence } from './evidence.tsx';
import styles from './lightbox.module.css';
import { HINTS, placeOf, sizeText } from './photo-text.ts';

/** What is known of a photo, beside it. */
export function PhotoDetails({ photo }: { photo: Photo }) {
  const { id, metadata, width, height, bytes, sha256, sealed_url, evidence } = photo;
  const place = placeOf(metadata);
  return (
    <aside className={styles.details} aria-label="Photo details" data-testid="photo-details">
      {evidence.length > 0 && <Evidence findings={evidence} />}
      <dl>
        <dt>Taken</dt>
        <dd>
          <Time value={metadata.captured_at} show="exact" />
        </dd>
        <dt>Received</dt>
        <dd>
          <Time value={photo.received_at} show="exact" />
        </dd>
        <dt>Resolution</dt>
        <dd>
          {width} × {height}
        </dd>
        <dt>File size</dt>
        <dd>{sizeText(bytes)}</dd>
        {metadata.quality_hint !== undefined && (
          <>
            <dt>Quality</dt>
            <dd>{HINTS[metadata.quality_hint]}, according to the customer’s phone</dd>
          </>
        )}
        <dt>Location</dt>
        <dd>
          {place === null ? (
            'Not shared by the customer'
          ) : (
            <>
              {place.text}
              <br />
              <a href={place.mapUrl} target="_blank" rel="noopener noreferrer">
                Open in OpenStreetMap
              </a>
            </>
          )}
        </dd>
        <dt>Seal</dt>
        <dd>
          {sealed_url === null ? (
            'Not sealed yet'
          ) : (
            <>
              <a href={stableAddress(sealed_url)} download={`${id}-sealed.jpg`} data-testid="download-sealed">
                Download sealed photo
              </a>
              <br />
              <a href="/verify" target="_blank" rel="noopener">
                Verify a photo
              </a>
            </>
          )}
        </dd>
        <dt>SHA-256 of the file</dt>
        <dd className={styles.hash}>
          <code>{sha256}</code>
          <CopyButton value={sha256} label="Copy SHA-256" compact />
        </dd>
      </dl>
    </aside>
  );
}
