/** Something that this service asks of another part, and that takes its time. */
export interface Operation {
  part: 'database' | 'storage' | 'webhook' | 'mail' | 'phone';
  /** Few and known: it becomes a label. */
  name: string;
}

/** How it ended, where ending without an error does not say it all. */
export interface Outcome {
  name: string;
  isError: boolean;
}

/** Reads what came of it: from its result, or from what it threw. */
export interface OutcomeOf<T> {
  result(value: T): Outcome;
  thrown(error: unknown): Outcome;
}

/** Runs an operation and looks at how it goes; changes nothing of it. */
export type Observe = <T>(operation: Operation, outcomeOf: OutcomeOf<T>, run: () => Promise<T>) => Promise<T>;

/** Several that look at the same; the first one is the outermost. */
export function together(observers: Observe[]): Observe | undefined {
  return observers.length === 0
    ? undefined
    : observers.reduceRight(
        (inner, outer) => (operation, outcomeOf, run) =>
          outer(operation, outcomeOf, () => inner(operation, outcomeOf, run)),
      );
}

const FINE: Outcome = { name: 'done', isError: false };
const FAILED: Outcome = { name: 'failed', isError: true };

/** For operations that end well unless they throw; of what they throw, only some is the fault of the part itself. */
export function outcomeByError(isFault: (error: unknown) => boolean): OutcomeOf<unknown> {
  return { result: () => FINE, thrown: (error) => (isFault(error) ? FAILED : FINE) };
}
