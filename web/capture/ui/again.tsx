import type { ComponentChildren } from 'preact';
import type { Controller } from '../controller.ts';
import { Lazy } from './lazy.tsx';

/** Why photos are to be taken again; its children where none is, and until that is loaded. */
export function Again(props: { c: Controller; slot?: number; children?: ComponentChildren }) {
  const { c, slot, children = <i /> } = props;
  if (c.page.request.round < 2) return props.children ?? null;
  return (
    <Lazy load={async () => (await import('../lazy/again.tsx')).Again} of={{ c, slot }}>
      {children}
    </Lazy>
  );
}
