/** What someone wrote wins; whatever they left alone follows what is stored, also when others change it. */
export function valuesOf<T extends object>(stored: T, edits: Partial<T>): T {
  return { ...stored, ...edits };
}

/** Written back to what is stored, it is no edit any more. */
export function withEdit<T extends object, K extends keyof T>(
  stored: T,
  edits: Partial<T>,
  name: K,
  value: T[K],
): Partial<T> {
  const { [name]: _, ...others } = edits;
  const rest = others as Partial<T>;
  return Object.is(stored[name], value) ? rest : { ...rest, [name]: value };
}

/** Lists that were changed and changed back are no edit either. */
export function hasEdits<T extends object>(stored: T, edits: Partial<T>): boolean {
  return (Object.keys(edits) as (keyof T)[]).some(
    (name) => JSON.stringify(edits[name]) !== JSON.stringify(stored[name]),
  );
}
