/** What one part of the service tells another, on any node: that there is something new to look for in the database. */
export type Topic = 'deliveries' | 'mails' | 'activity';

/** Hints, nothing more: one may get lost, so whoever listens looks now and then without being told. */
export interface Signals {
  /** Reaches the listeners of this process at once, and of every other node on the same database soon. */
  send(topic: Topic, detail?: string): void;
  /** Returns how to stop listening. */
  on(topic: Topic, listener: (detail: string) => void): () => void;
}

/** For one process, or one node's share. */
export function createLocalSignals(): Signals {
  const listeners = new Map<Topic, Set<(detail: string) => void>>();
  return {
    send(topic, detail = '') {
      for (const listener of listeners.get(topic) ?? []) listener(detail);
    },
    on(topic, listener) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => all.delete(listener);
    },
  };
}
