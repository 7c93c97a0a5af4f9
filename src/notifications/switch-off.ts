import type { Database, Queries } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { type Choices, choicesOf, TOPICS, type Topic } from './choices.ts';
import type { RecipientRepository } from './recipient-repository.ts';

/** What one click turns off: the emails about one topic, or the daily ones. */
export type Switch = Topic | 'digest';

const PURPOSE = 'notification-choices';
const SWITCHES: readonly Switch[] = [...TOPICS, 'digest'];

export interface SwitchOff {
  workspaceId: string;
  userId: string;
  what: Switch;
}

/** The address in every email that turns off the likes of it. It knows no end: an email may be read years later. */
export function switchOffAddress(
  { publicUrl, secrets }: { publicUrl: string; secrets: Pick<Secrets, 'sign'> },
  { workspaceId, userId, what }: SwitchOff,
): string {
  const text = [workspaceId, userId, what].join('.');
  return `${publicUrl}/notifications/off/${text}.${secrets.sign(PURPOSE, text)}`;
}

export type SwitchingOff = ReturnType<typeof createSwitchingOff>;

export function createSwitchingOff(deps: {
  database: Database;
  secrets: Pick<Secrets, 'verify'>;
  recipients: RecipientRepository;
  workspaces: Pick<WorkspaceRepository, 'find'>;
}) {
  const { database, secrets, recipients, workspaces } = deps;

  /** Undefined when we did not write it. */
  function read(token: string): SwitchOff | undefined {
    const [workspaceId = '', userId = '', name = '', signature = ''] = token.split('.');
    const what = SWITCHES.find((known) => known === name);
    const isOurs = secrets.verify(PURPOSE, [workspaceId, userId, name].join('.'), signature);
    return what === undefined || !isOurs ? undefined : { workspaceId, userId, what };
  }

  async function find(token: string, queries?: Queries) {
    const wanted = read(token);
    if (wanted === undefined) return undefined;
    const member = await recipients.find(wanted.workspaceId, wanted.userId, queries);
    const workspace = await workspaces.find(wanted.workspaceId, queries);
    return member === undefined || workspace === undefined
      ? undefined
      : { ...wanted, workspaceName: workspace.name };
  }

  return {
    /** What the address is about; undefined when it is none of ours, or no one's any more. */
    describe: (token: string) => find(token),

    /** Turns it off; a second time changes nothing. */
    switchOff(token: string) {
      return database.write(async (trx) => {
        const found = await find(token, trx);
        if (found === undefined) return undefined;
        const { workspaceId, userId, what } = found;
        const choices = choicesOf(await recipients.lockChoices(trx, workspaceId, userId));
        await recipients.setChoices(trx, workspaceId, userId, JSON.stringify(without(choices, what)));
        return found;
      });
    },
  };
}

function without(choices: Choices, what: Switch): Choices {
  const all = TOPICS.map((topic) => {
    const { app, email } = choices[topic];
    const isMeant = what === 'digest' ? email === 'digest' : topic === what;
    return [topic, { app, email: isMeant ? 'off' : email }];
  });
  return Object.fromEntries(all);
}
