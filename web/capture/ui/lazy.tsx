import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Controller } from '../controller.ts';
import type { Language } from '../language.ts';
import { withRetries } from '../with-retries.ts';
import { TopBar } from './top-bar.tsx';

/** A part that few customers see, fetched when it is needed. Null until then. */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
  language?: Language,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<{ part: ComponentType<Props> } | null>(null);
  useEffect(() => {
    let isGone = false;
    withRetries(
      () => Promise.all([load(), language?.loadAll()]),
      () => isGone,
    ).then(
      ([part]) => setLoaded({ part }),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return loaded?.part ?? null;
}

/** The same as a screen, with its texts; until then its children, or a sign that it comes. */
export function Lazy<Props extends { c: Controller }>({
  load,
  of,
  children,
}: {
  load: () => Promise<ComponentType<Props>>;
  of: Props;
  children?: ComponentChildren;
}) {
  const Loaded = useLazy(load, of.c.language);
  if (Loaded !== null) return <Loaded {...(of as Props & { children?: never })} />;
  return <>{children ?? <Waiting c={of.c} />}</>;
}

/** A sign that a screen comes. */
export function Waiting({ c }: { c: Controller }) {
  return (
    <div class="page">
      <TopBar c={c} />
      <main class="center">
        <div class="spinner" />
      </main>
    </div>
  );
}
