import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { useForAll } from '../hooks.ts';

export interface ReceivedWebhook {
  body: string;
  headers: Record<string, string>;
}

export interface WebhookInbox {
  url: string;
  /** The first one with these words in its body, once it has arrived. */
  received(words: string): Promise<ReceivedWebhook>;
  close(): void;
}

async function openInbox(): Promise<WebhookInbox> {
  const inbox: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    inbox.push({ body: await text(request), headers: request.headers as Record<string, string> });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received: (words) =>
      vi.waitFor(
        () => {
          const found = inbox.find(({ body }) => body.includes(words));
          if (found === undefined) throw new Error(`No webhook with ${words} among ${inbox.length}`);
          return found;
        },
        { timeout: 60_000 },
      ),
    close: () => void server.close(),
  };
}

/** A business's receiver, which takes everything and keeps it as it came. */
export function useWebhookInbox(): WebhookInbox {
  return useForAll(openInbox, 'close');
}
