import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

let isFirst = true;

/** Takes the focus when its screen appears, so that a screen reader begins there; not at the page's first screen. */
export function Heading({ children, label }: { children: ComponentChildren; label?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isFirst) {
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    isFirst = false;
  }, []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {label && <small>{label}</small>}
      <span dir="auto">{children}</span>
    </h1>
  );
}
