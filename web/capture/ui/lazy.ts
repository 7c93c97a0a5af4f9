import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Conductor } from '../conductor.ts';

/** A part that few customers see: fetched with its texts when it is needed. Null until then, and without network. */
export function useLazy<Props>(
  c: Conductor,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<{ part: ComponentType<Props> } | null>(null);
  useEffect(() => {
    Promise.all([load(), c.language.loadAll()]).then(
      ([part, hasTexts]) => hasTexts && setLoaded({ part }),
      () => {},
    );
  }, []);
  return loaded?.part ?? null;
}
