import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Language } from '../language.ts';

/** Fetched before it is needed: the last photo may be taken where there is no network. */
export const loadEnding = async () => (await import('../lazy/ending.tsx')).Ending;

/** A part that few customers see, fetched when it is needed. Null until then, and without network. */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
  language?: Language,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<{ part: ComponentType<Props> } | null>(null);
  useEffect(() => {
    Promise.all([load(), language?.loadAll() ?? true]).then(
      ([part, hasTexts]) => hasTexts && setLoaded({ part }),
      () => {},
    );
  }, []);
  return loaded?.part ?? null;
}
