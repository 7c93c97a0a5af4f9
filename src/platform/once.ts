/** Created when it is asked for first, and never again. */
export function once<T>(make: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}

/** Each is loaded when it is asked for first, and kept; after a failure it is loaded again for whoever asks next. */
export function loadOnce<T, Key = void>(load: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const loads = new Map<Key, Promise<T>>();
  return (key) => {
    const loading =
      loads.get(key) ??
      load(key).catch((error) => {
        loads.delete(key);
        throw error;
      });
    loads.set(key, loading);
    return loading;
  };
}
