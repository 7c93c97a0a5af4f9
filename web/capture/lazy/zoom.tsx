import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Controller } from '../controller.ts';

/** A slider, and two fingers on the picture. */
export function Zoom({ c, video }: { c: Controller; video: RefObject<HTMLVideoElement | null> }) {
  const { camera } = c.cameraFlow;
  const { zoom } = camera.abilities();
  const factor = camera.settings().zoom;
  const least = zoom?.min ?? 1;
  const most = zoom?.max ?? 1;
  const choose = (wanted: number) => {
    void camera.setZoom(Math.min(most, Math.max(least, wanted)));
  };
  useEffect(() => {
    if (zoom === null || video.current === null) return;
    return onPinch(video.current, () => camera.settings().zoom, choose);
  }, [zoom]);
  if (zoom === null) return null;
  return (
    <label class="zoom">
      <span class="unseen">{c.language.say('zoom')}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={zoom.step}
        value={Math.max(least, factor)}
        onInput={(event) => choose(Number(event.currentTarget.value))}
      />
      <output>
        {new Intl.NumberFormat(c.language.code(), { maximumFractionDigits: 1 }).format(
          Math.max(least, factor),
        )}
        ×
      </output>
    </label>
  );
}

function onPinch(element: HTMLElement, current: () => number, choose: (factor: number) => void): () => void {
  let from: { distance: number; factor: number } | null = null;
  const distance = ({ touches: [a, b] }: TouchEvent) =>
    a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  const move = (event: TouchEvent) => {
    if (event.touches.length !== 2) {
      from = null;
      return;
    }
    event.preventDefault();
    from ??= { distance: distance(event), factor: current() };
    choose((from.factor * distance(event)) / from.distance);
  };
  const begin = () => {
    from = null;
  };
  element.addEventListener('touchstart', begin, { passive: true });
  element.addEventListener('touchmove', move, { passive: false });
  return () => {
    element.removeEventListener('touchstart', begin);
    element.removeEventListener('touchmove', move);
  };
}
