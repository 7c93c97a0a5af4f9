/** What the work comes to, or what `otherwise` returns or throws when it takes longer. The work itself goes on. */
export async function withTimeLimit<T>(limitMs: number, work: Promise<T>, otherwise: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(Promise.try(otherwise)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
