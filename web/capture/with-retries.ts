import { retryDelay } from './photos/backoff.ts';

/** Tries again and again, until it is over: without this part the customer cannot go on. */
export async function withRetries<T>(load: () => Promise<T>, isOver = () => false): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      if (isOver()) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt, null, Math.random)));
    }
  }
}
