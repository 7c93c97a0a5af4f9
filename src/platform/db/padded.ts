/**
 * The list, its last entry repeated up to a power of two. A query with `in` has another text for each length of its list;
 * so there are few of them to prepare and to keep.
 */
export function padded<T>(list: readonly T[]): T[] {
  const last = list.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(list.length));
  return [...list, ...new Array<T>(length - list.length).fill(last)];
}
