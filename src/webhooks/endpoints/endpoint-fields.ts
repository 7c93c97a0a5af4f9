import type { ServedEnvironments } from '../../platform/db/tables.ts';
import { type ErrorDetails, validationError } from '../../platform/errors.ts';
import { countCharacters, isStorableText } from '../../platform/text.ts';
import type { GuardedClient } from '../client/guarded-client.ts';
import { EVENT_TYPES, type EventType } from '../outbox/event-types.ts';

/** What an owner decides about an endpoint. */
export interface EndpointFields {
  name?: string | undefined;
  url?: string | undefined;
  events?: readonly EventType[] | undefined;
  serves?: ServedEnvironments | undefined;
}

export const MAX_NAME_LENGTH = 100;

/** The fields as they are stored; throws with all faults together. */
export async function checkFields<Fields extends EndpointFields>(
  fields: Fields,
  client: Pick<GuardedClient, 'faultOf'>,
): Promise<Fields> {
  const name = fields.name?.trim();
  const url = fields.url?.trim();
  const events = fields.events && [...new Set(fields.events)];
  const faults = {
    name: name === undefined ? undefined : faultOfName(name),
    url: url === undefined ? undefined : await faultOfAddress(url, client),
    events: events === undefined ? undefined : faultOfEvents(events),
  };
  const details: ErrorDetails = {};
  for (const [field, fault] of Object.entries(faults)) if (fault !== undefined) details[field] = [fault];
  if (Object.keys(details).length > 0) throw validationError(details);
  return { ...fields, name, url, events };
}

function faultOfName(name: string): string | undefined {
  const fits = name !== '' && countCharacters(name) <= MAX_NAME_LENGTH && isStorableText(name);
  return fits ? undefined : `Must have 1 to ${MAX_NAME_LENGTH} characters.`;
}

async function faultOfAddress(
  url: string,
  client: Pick<GuardedClient, 'faultOf'>,
): Promise<string | undefined> {
  if (!isStorableText(url)) return 'Must not contain NUL characters or lone surrogates.';
  return client.faultOf(url);
}

function faultOfEvents(events: readonly EventType[]): string | undefined {
  const areKnown = events.every((event) => EVENT_TYPES.includes(event));
  return areKnown && events.length > 0 ? undefined : `Must be one or more of ${EVENT_TYPES.join(', ')}.`;
}
