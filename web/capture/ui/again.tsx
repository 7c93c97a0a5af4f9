import type { ComponentChildren } from 'preact';
import type { Controller } from '../controller.ts';
import { useLazy } from './lazy.ts';

/** Why photos are to be taken again; its children where none is, and until that is loaded. */
export function Again(props: { c: Controller; slot?: number; children?: ComponentChildren }) {
  return props.c.page.request.round > 1 ? <Loading {...props} /> : <>{props.children}</>;
}

function Loading({ c, slot, children }: { c: Controller; slot?: number; children?: ComponentChildren }) {
  const Loaded = useLazy<{ c: Controller; slot?: number | undefined }>(
    async () => (await import('../lazy/again.tsx')).Again,
  );
  return Loaded === null ? <>{children}</> : <Loaded c={c} slot={slot} />;
}
