import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Camera } from '../camera/camera.ts';

interface Props {
  camera: Camera;
  video?: RefObject<HTMLVideoElement | null>;
  /** There is a picture of this stream. */
  onPlaying?: (stream: MediaStream | null) => void;
}

/** A camera that another app holds, or that is about to fail, can run without ever showing a picture. */
const NO_PICTURE_MS = 5_000;

export function Viewfinder({ camera, video, onPlaying }: Props) {
  const own = useRef<HTMLVideoElement>(null);
  const element = video ?? own;
  const stream = camera.stream();
  useEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    if (shown.srcObject !== stream) shown.srcObject = stream;
    play(shown);
    // A video that waits for a touch is paused, and no fault of the camera.
    const timer = setTimeout(() => {
      if (shown.readyState === 0 && !shown.paused) void camera.showsNothing();
    }, NO_PICTURE_MS);
    return () => {
      clearTimeout(timer);
      shown.srcObject = null;
    };
  }, [stream]);
  return (
    <video
      class={`viewfinder ${camera.choice().facing}`}
      ref={element}
      tabIndex={-1}
      autoPlay
      playsInline
      muted
      onLoadedMetadata={(event) => markAcross(event.currentTarget)}
      onPlaying={(event) => {
        event.currentTarget.classList.add('playing');
        onPlaying?.(stream);
      }}
      onClick={(event) => play(event.currentTarget)}
    />
  );
}

function markAcross(video: HTMLVideoElement): void {
  const isAcross = video.videoWidth > video.videoHeight !== innerWidth > innerHeight;
  video.classList.toggle('across', isAcross);
}

/** iOS in low-power mode starts a video only at a touch. */
function play(video: HTMLVideoElement): void {
  if (video.srcObject !== null) video.play().catch(() => {});
}
