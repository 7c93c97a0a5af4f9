const CHECK_TIMEOUT_MS = 2_000;

/** Rejects with a reason when the dependency does not answer. */
export type HealthCheck = () => Promise<void>;

export interface Health {
  /** Names of the dependencies that do not answer. */
  findProblems(): Promise<string[]>;
  /** Names of those that are in trouble while the service goes on. */
  findWarnings(): Promise<string[]>;
  /** Whether each of all of them answers. */
  states(): Promise<Map<string, boolean>>;
  /** Adds something without which the service cannot work. */
  require(name: string, check: HealthCheck): void;
  /** Adds something that the service can do without for a while. */
  watch(name: string, check: HealthCheck): void;
}

export function createHealth(dependencies: Record<string, HealthCheck>): Health {
  const needed = { ...dependencies };
  const watched: Record<string, HealthCheck> = {};

  async function failing(checks: Record<string, HealthCheck>): Promise<string[]> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await answersInTime(check)) ? null : name)),
    );
    return results.filter((name) => name !== null);
  }

  return {
    findProblems: () => failing(needed),
    findWarnings: () => failing(watched),
    async states() {
      const all = { ...needed, ...watched };
      const down = await failing(all);
      return new Map(Object.keys(all).map((name) => [name, !down.includes(name)]));
    },
    require(name, check) {
      needed[name] = check;
    },
    watch(name, check) {
      watched[name] = check;
    },
  };
}

async function answersInTime(check: HealthCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  const response = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
