import { useState } from 'react';
import type { Guide } from '../../../../../../src/shared/guides.ts';
import { GUIDE_OUTLINES } from '../../../../../guide-outlines.ts';
import { type Purpose, slotImageAddress } from './slot-images.ts';
import styles from './slot-pictures.module.css';

/** An outline that is built in, as small as it is needed. */
export function GuidePicture({ guide }: { guide: Guide }) {
  const [width, height, path] = GUIDE_OUTLINES[guide];
  return (
    <svg className={styles.outline} viewBox={`-4 -4 ${width + 8} ${height + 8}`} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** A picture that was uploaded. What was deleted since says so. */
export function SlotPicture({ id, purpose }: { id: string; purpose: Purpose }) {
  const [lost, setLost] = useState('');
  if (lost === id) return <span className={styles.lost}>Deleted</span>;
  return (
    <img
      className={styles.image}
      data-purpose={purpose}
      src={slotImageAddress(id, purpose)}
      alt=""
      loading="lazy"
      onError={() => setLost(id)}
    />
  );
}
