import { AsyncLocalStorage } from 'node:async_hooks';

/** Whom the running code works for. */
export interface CurrentCall {
  /** null: no one called; the service acts by itself. */
  requestId: string | null;
  /** The span that is open while traces are on; no one but the tracer looks into it. */
  span?: unknown;
}

const storage = new AsyncLocalStorage<CurrentCall | undefined>();

/** The call that this runs for, as far as it is known: it follows whatever the call awaits. */
export function currentCall(): CurrentCall | undefined {
  return storage.getStore();
}

export function onBehalfOf<T>(call: CurrentCall | undefined, work: () => T): T {
  return storage.run(call, work);
}

/** For a function that someone else runs in a call of their own: it still works for the call that handed it over. */
export function keepingCall<Arguments extends unknown[], Result>(
  work: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const call = storage.getStore();
  return call === undefined ? work : (...args) => storage.run(call, work, ...args);
}
