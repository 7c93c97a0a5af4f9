import { withTimeLimit } from './time-limit.ts';

const CHECK_TIMEOUT_MS = 2_000;

/** Rejects with a reason when the dependency does not answer. */
export type HealthCheck = () => Promise<void>;

export type Health = ReturnType<typeof createHealth>;

export function createHealth(dependencies: Record<string, HealthCheck>) {
  const needed = { ...dependencies };
  const watched: Record<string, HealthCheck> = {};

  async function failing(checks: Record<string, HealthCheck>): Promise<string[]> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await answersInTime(check)) ? null : name)),
    );
    return results.filter((name) => name !== null);
  }

  return {
    /** Names of the dependencies that do not answer. */
    findProblems: () => failing(needed),
    /** Names of those that are in trouble while the service goes on. */
    findWarnings: () => failing(watched),
    /** Whether each of them answers. */
    async states(): Promise<Map<string, boolean>> {
      const all = { ...needed, ...watched };
      const down = await failing(all);
      return new Map(Object.keys(all).map((name) => [name, !down.includes(name)]));
    },
    /** Adds something without which the service cannot work. */
    require(name: string, check: HealthCheck): void {
      needed[name] = check;
    },
    /** Adds something that the service can do without for a while. */
    watch(name: string, check: HealthCheck): void {
      watched[name] = check;
    },
  };
}

async function answersInTime(check: HealthCheck): Promise<boolean> {
  const response = check().then(
    () => true,
    () => false,
  );
  return withTimeLimit(CHECK_TIMEOUT_MS, response, () => false);
}
