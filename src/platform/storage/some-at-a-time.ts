/** Works through the list with so many under way at once. After a failure nothing new is begun. */
export async function someAtATime<T>(
  list: readonly T[],
  atOnce: number,
  work: (each: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let hasFailed = false;
  const lane = async () => {
    while (next < list.length && !hasFailed) {
      const each = list[next] as T;
      next += 1;
      await work(each).catch((error) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
