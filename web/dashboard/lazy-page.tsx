import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  (): ReactNode;
  /** Fetches its script ahead of time. */
  preload(): Promise<void>;
}

/**
 * A page in a chunk of its own. Not by React's `lazy`: after a fallback, Suspense keeps what has come from being shown for
 * 300 ms, and a page whose script is there already would still show its fallback first.
 */
export function lazyPage(load: Load, fallback: ReactNode): LazyPage {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;

  const fetchScript = (): Promise<ComponentType> => {
    loading ??= load().then(
      (module) => {
        loaded = module.default;
        return module.default;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  function Page() {
    const [Shown, setShown] = useState(() => loaded);
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      if (Shown === undefined) fetchScript().then((page) => setShown(() => page), setError);
    }, [Shown]);
    // For the boundary around the page.
    if (error !== null) throw error;
    return Shown === undefined ? fallback : <Shown />;
  }

  return Object.assign(Page, {
    preload: () =>
      fetchScript().then(
        () => {},
        () => {},
      ),
  });
}
