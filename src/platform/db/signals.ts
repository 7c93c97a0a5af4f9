import { onBehalfOf } from '../current-call.ts';

/** What one part of the service tells another, on any node: that there is something new to look for in the database. */
export const TOPICS = [
  'deliveries',
  'mails',
  'phone_messages',
  'seals',
  'notifications',
  'archive',
  'activity',
] as const;
export type Topic = (typeof TOPICS)[number];

/** Hints, nothing more: one may get lost, so whoever listens looks now and then without being told. */
export interface Signals {
  /** Reaches the listeners of this process at once, and of every other node on the same database soon. */
  send(topic: Topic, detail?: string): void;
  /** Without a detail, anything may have happened. Returns how to stop listening. */
  on(topic: Topic, listener: (detail: string) => void): () => void;
}

/** What follows a commit cannot undo it any more, so its failure must not look like one of the commit. */
export function runFollowUps(actions: (() => void)[]): void {
  for (const action of actions) {
    try {
      action();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
}

/** For one process, or one node's share. */
export function createLocalSignals(): Signals {
  const listeners = new Map<Topic, Set<(detail: string) => void>>();
  return {
    send(topic, detail = '') {
      // Listeners go on for others long after the call that woke them.
      for (const listener of listeners.get(topic) ?? []) onBehalfOf(undefined, () => listener(detail));
    },
    on(topic, listener) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => all.delete(listener);
    },
  };
}
