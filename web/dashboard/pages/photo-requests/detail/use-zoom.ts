import { useEffect, useRef, useState } from 'react';
import { type Point, panBy, type Size, type View, WHOLE, zoomAt } from './zoom.ts';

const WHEEL_STRENGTH = 0.002;
const DOUBLE_TAP_SCALE = 2.5;
const SWIPE = 60;

/** Wheel, pinch, drag and double click on the stage; a swipe over the whole picture goes to the next photo. */
export function useZoom(picture: Size, onSwipe: (step: 1 | -1) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(WHOLE);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>({ x: 0, y: 0 });

  const size = (): Size => {
    const { clientWidth = 1, clientHeight = 1 } = stage.current ?? {};
    return { width: clientWidth, height: clientHeight };
  };
  const zoom = (factor: number, point: Point = { x: 0, y: 0 }) =>
    setView((now) => zoomAt(now, factor, point, picture, size()));
  const pan = (dx: number, dy: number) => setView((now) => panBy(now, dx, dy, picture, size()));
  const fromMiddle = (event: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: event.clientX - box.x - box.width / 2, y: event.clientY - box.y - box.height / 2 };
  };
  useWheel(stage, (event) => zoom(Math.exp(-event.deltaY * WHEEL_STRENGTH), fromMiddle(event)));

  const onPointerMove = (event: React.PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = fromMiddle(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other === undefined) return pan(now.x - before.x, now.y - before.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    zoom(distance(now, other) / Math.max(1, distance(before, other)), middle);
  };
  const onPointerUp = (event: React.PointerEvent) => {
    const isLast = pointers.current.size === 1 && pointers.current.delete(event.pointerId);
    pointers.current.delete(event.pointerId);
    const { x, y } = fromMiddle(event);
    const [dx, dy] = [x - start.current.x, y - start.current.y];
    if (isLast && view.scale === 1 && Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy))
      onSwipe(dx < 0 ? 1 : -1);
  };
  return {
    stage,
    view,
    zoom,
    pan,
    reset: () => setView(WHOLE),
    handlers: {
      onPointerDown: (event: React.PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = fromMiddle(event);
        pointers.current.set(event.pointerId, start.current);
      },
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: React.PointerEvent) => void pointers.current.delete(event.pointerId),
      onDoubleClick: (event: React.MouseEvent) =>
        view.scale > 1 ? setView(WHOLE) : zoom(DOUBLE_TAP_SCALE, fromMiddle(event)),
    },
  };
}

/** React's own listener cannot keep the page from scrolling. */
function useWheel(stage: React.RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void) {
  const latest = useRef(onWheel);
  latest.current = onWheel;
  useEffect(() => {
    const element = stage.current;
    const listen = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event);
    };
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [stage]);
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
