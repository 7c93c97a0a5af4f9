import { withTimeLimit } from './time-limit.ts';

const CHECK_TIMEOUT_MS = 2_000;
/** Strangers may ask for the health as often as they like; what it costs must not depend on it. */
const KEPT_MS = 1_000;

/** Rejects with a reason when the dependency does not respond. */
export type HealthCheck = () => Promise<void>;

/** Whether this process itself is well; looking costs nothing. */
export type StateCheck = () => boolean;

export type Health = ReturnType<typeof createHealth>;

type Checks = Record<string, () => boolean | Promise<boolean>>;

export function createHealth(dependencies: Record<string, HealthCheck>) {
  const needed: Checks = {};
  const watched: Checks = {};
  for (const [name, check] of Object.entries(dependencies)) needed[name] = askedSeldom(check);

  async function failing(checks: Checks): Promise<string[]> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, isWell]) => ((await isWell()) ? null : name)),
    );
    return results.filter((name) => name !== null);
  }

  return {
    /** Names of the dependencies that do not respond. */
    findProblems: () => failing(needed),
    /** Names of those that are in trouble while the service goes on. */
    findWarnings: () => failing(watched),
    /** Whether each of them responds. */
    async states(): Promise<Map<string, boolean>> {
      const all = { ...needed, ...watched };
      const down = await failing(all);
      return new Map(Object.keys(all).map((name) => [name, !down.includes(name)]));
    },
    /** Adds a dependency that the service can do without for a while. */
    watch(name: string, check: HealthCheck): void {
      watched[name] = askedSeldom(check);
    },
    /** Adds a state of this process in which the service cannot work when it is not well. */
    requireState(name: string, check: StateCheck): void {
      needed[name] = check;
    },
    /** The same where the service goes on. */
    watchState(name: string, check: StateCheck): void {
      watched[name] = check;
    },
  };
}

/** Whoever asks before the dependency has responded, or within a second after, gets the same. */
function askedSeldom(check: HealthCheck): () => Promise<boolean> {
  let last: Promise<boolean> | undefined;
  let respondedAt = Number.POSITIVE_INFINITY;
  return () => {
    if (last === undefined || performance.now() - respondedAt >= KEPT_MS) {
      respondedAt = Number.POSITIVE_INFINITY;
      last = respondsInTime(check).finally(() => {
        respondedAt = performance.now();
      });
    }
    return last;
  };
}

async function respondsInTime(check: HealthCheck): Promise<boolean> {
  const response = check().then(
    () => true,
    () => false,
  );
  return withTimeLimit(CHECK_TIMEOUT_MS, response, () => false);
}
