/**
 * The limit is over after this many looks. A clock alone would not do: after a pause of this process the time is up before
 * anyone has looked whether the work is done. Between two looks everything is read that has arrived.
 */
const LOOKS = 6;

/** What the work comes to, or what `otherwise` returns or throws when it takes longer. The work itself goes on. */
export async function withTimeLimit<T>(limitMs: number, work: Promise<T>, otherwise: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve) => {
    let looks = 0;
    timer = setInterval(() => {
      looks += 1;
      if (looks >= LOOKS) resolve(Promise.try(otherwise));
    }, limitMs / LOOKS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearInterval(timer);
  }
}
