import type { Person } from '../../helpers/app/web-browser.ts';

export interface LiveListener {
  response: Response;
  /** Everything that was heard so far, as it came. */
  heard(): string;
  events(): { event: string; data: Record<string, unknown> }[];
  leave(): void;
}

/** Listens to a workspace's events over a real connection, as a browser does. */
export async function listenLive(
  address: string,
  person: Pick<Person, 'browser' | 'path'>,
  environment = 'live',
): Promise<LiveListener> {
  const leave = new AbortController();
  const response = await fetch(`${address}/app/api${person.path}/events?environment=${environment}`, {
    headers: { cookie: person.browser.cookie },
    signal: leave.signal,
  });
  let heard = '';
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of response.body ?? []) heard += decoder.decode(chunk as Uint8Array);
  })().catch(() => {});
  return {
    response,
    heard: () => heard,
    events: () =>
      [...heard.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event = '', data = 'null']) => ({
        event,
        data: JSON.parse(data),
      })),
    leave: () => leave.abort(),
  };
}
