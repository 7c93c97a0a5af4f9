const CHECK_TIMEOUT_MS = 2_000;

/** Rejects with a reason when the dependency does not answer. */
export type HealthCheck = () => Promise<void>;

export interface Health {
  /** Names of the dependencies that do not answer. */
  findProblems(): Promise<string[]>;
}

export function createHealth(checks: Record<string, HealthCheck>): Health {
  return {
    async findProblems() {
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => ((await answersInTime(check)) ? null : name)),
      );
      return results.filter((name) => name !== null);
    },
  };
}

async function answersInTime(check: HealthCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  const answer = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
