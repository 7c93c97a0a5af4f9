/** Created when it is asked for first, and never again. */
export function once<T>(make: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}
