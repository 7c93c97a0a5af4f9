import { Modal } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Photo } from '../../../../../src/photos/schema.ts';
import { Icon } from '../../../components/index.ts';
import { stableAddress } from '../parts/photo-addresses.ts';
import { SideButton } from '../parts/side-button.tsx';
import styles from './lightbox.module.css';
import { PhotoDetails } from './photo-details.tsx';
import { fileNameOf, labelOf } from './photo-text.ts';
import { useZoom } from './use-zoom.ts';

interface LightboxProps {
  photos: Photo[];
  code: string;
  /** -1: closed. */
  index: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** One photo as large as the screen, with what is known of it. Arrows go to the next photo, plus and minus zoom, Escape closes. */
export function Lightbox({ photos, code, index, onShow, onClose }: LightboxProps) {
  const photo = photos[index];
  return (
    <Modal.Root opened={photo !== undefined} onClose={onClose} fullScreen transitionProps={{ duration: 120 }}>
      <Modal.Content
        className={styles.content}
        aria-label={photo === undefined ? 'Photo' : `Photo ${index + 1} of ${photos.length}`}
        data-testid="lightbox"
      >
        {photo !== undefined && (
          <Viewer
            photo={photo}
            fileName={fileNameOf(photo, photos, code)}
            index={index}
            count={photos.length}
            onStep={(step) => photos[index + step] !== undefined && onShow(index + step)}
            onClose={onClose}
          />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

interface ViewerProps {
  photo: Photo;
  fileName: string;
  index: number;
  count: number;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

const STEP = 80;
const ZOOM_STEP = 1.5;

function Viewer({ photo, fileName, index, count, onStep, onClose }: ViewerProps) {
  const { stage, view, zoom, pan, reset, handlers } = useZoom(photo, onStep);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo is seen whole first.
  useEffect(reset, [photo.id]);
  const [informs, setInforms] = useState(() => window.innerWidth >= 900);
  const isZoomed = view.scale > 1;
  useKeys({
    ArrowLeft: () => (isZoomed ? pan(STEP, 0) : onStep(-1)),
    ArrowRight: () => (isZoomed ? pan(-STEP, 0) : onStep(1)),
    ArrowUp: () => pan(0, STEP),
    ArrowDown: () => pan(0, -STEP),
    '+': () => zoom(ZOOM_STEP),
    '=': () => zoom(ZOOM_STEP),
    '-': () => zoom(1 / ZOOM_STEP),
    '0': reset,
    i: () => setInforms((now) => !now),
  });
  return (
    <div className={styles.viewer}>
      <Bar
        {...{ photo, fileName, index, count, onClose, zoom, reset, informs }}
        scale={view.scale}
        onInform={() => setInforms(!informs)}
      />
      <div className={styles.middle}>
        <div className={styles.stage} ref={stage} data-zoomed={isZoomed || undefined} {...handlers}>
          <Picture
            key={photo.id}
            photo={photo}
            transform={`translate(${view.x}px, ${view.y}px) scale(${view.scale})`}
            scale={view.scale}
          />
        </div>
        {count > 1 && (
          <>
            <SideButton side="left" label="Previous photo" idle={index === 0} onClick={() => onStep(-1)} />
            <SideButton
              side="right"
              label="Next photo"
              idle={index === count - 1}
              onClick={() => onStep(1)}
            />
          </>
        )}
      </div>
      {informs && <PhotoDetails photo={photo} />}
    </div>
  );
}

interface BarProps extends Omit<ViewerProps, 'onStep'> {
  scale: number;
  zoom: (factor: number) => void;
  reset: () => void;
  informs: boolean;
  onInform: () => void;
}

function Bar({ photo, fileName, index, count, onClose, scale, zoom, reset, informs, onInform }: BarProps) {
  return (
    <div className={styles.bar}>
      <span className={styles.title} role="status">
        <b>
          {index + 1} of {count}
        </b>
        <span dir="auto">{labelOf(photo)}</span>
      </span>
      <div className={styles.zoom}>
        <BarButton label="Zoom out" onClick={() => zoom(1 / ZOOM_STEP)} idle={scale === 1}>
          <svg width={18} height={18} viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 12h14" stroke="currentColor" strokeWidth={1.8} strokeLinecap="round" />
          </svg>
        </BarButton>
        <button type="button" className={styles.scale} onClick={reset} title="Fit to screen">
          {Math.round(scale * 100)}%
        </button>
        <BarButton label="Zoom in" onClick={() => zoom(ZOOM_STEP)}>
          <Icon name="plus" />
        </BarButton>
      </div>
      <a
        className={styles.button}
        href={stableAddress(photo.url)}
        download={fileName}
        aria-label="Download photo"
        data-testid="download-photo"
      >
        <Icon name="download" />
      </a>
      <BarButton label="Details" pressed={informs} onClick={onInform}>
        <Icon name="info" />
      </BarButton>
      <BarButton label="Close" onClick={onClose} autoFocus>
        <Icon name="close" />
      </BarButton>
    </div>
  );
}

/** The thumbnail stands in until the photo itself is there, or in its place when it cannot be shown. */
function Picture({ photo, transform, scale }: { photo: Photo; transform: string; scale: number }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const thumbnail = stableAddress(photo.thumbnail_url);
  return (
    <>
      <img
        className={styles.picture}
        src={state === 'failed' ? thumbnail : stableAddress(photo.url)}
        alt={labelOf(photo)}
        width={photo.width}
        height={photo.height}
        draggable={false}
        style={{
          transform,
          backgroundImage: state === 'loading' ? `url("${thumbnail}")` : undefined,
        }}
        onLoad={() => setState((now) => (now === 'loading' ? 'shown' : now))}
        onError={() => setState('failed')}
        data-testid="lightbox-photo"
        data-state={state}
        data-scale={scale.toFixed(2)}
      />
      {state === 'failed' && <p className={styles.failed}>Preview only. Download for full size.</p>}
    </>
  );
}

function BarButton(props: {
  label: string;
  onClick: () => void;
  children: React.ReactNode;
  pressed?: boolean;
  idle?: boolean;
  autoFocus?: boolean;
}) {
  const { label, onClick, children, pressed, idle, autoFocus } = props;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={idle || undefined}
      onClick={onClick}
      data-autofocus={autoFocus || undefined}
    >
      {children}
    </button>
  );
}

function useKeys(keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
