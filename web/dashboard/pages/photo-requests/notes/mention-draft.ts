import { labelOf, type WorkspaceMember } from '../../../api/member-label.ts';

const MAX_OFFERED = 6;
const MAX_QUERY = 40;
/** An @ at the beginning of a word, up to where the writer is. */
const OPEN_MENTION = /(?:^|\s)@([^\n@]*)$/;

/** A mention that is being written: where its @ stands, and what follows. */
export interface OpenMention {
  start: number;
  query: string;
}

export function openMention(text: string, caret: number): OpenMention | null {
  const [, query] = OPEN_MENTION.exec(text.slice(0, caret)) ?? [];
  return query === undefined || query.length > MAX_QUERY ? null : { start: caret - query.length - 1, query };
}

/** Whose name or address has a word that begins like this. */
export function offeredFor(members: WorkspaceMember[], query: string): WorkspaceMember[] {
  const wanted = query.trim().toLowerCase();
  return members
    .filter((member) =>
      [member.name ?? '', member.email].some((text) => {
        const said = text.toLowerCase();
        return said.startsWith(wanted) || said.split(/[\s._@-]+/).some((word) => word.startsWith(wanted));
      }),
    )
    .slice(0, MAX_OFFERED);
}

/** The text with the mention finished, and where the writer goes on. */
export function withMention(
  text: string,
  { start, query }: OpenMention,
  member: WorkspaceMember,
): { text: string; caret: number } {
  const mention = `@${labelOf(member)} `;
  const rest = text.slice(start + 1 + query.length).replace(/^ /, '');
  return { text: text.slice(0, start) + mention + rest, caret: start + mention.length };
}

/** Of those who were chosen, whoever the text still names. */
export function mentionsIn(text: string, chosen: WorkspaceMember[]): string[] {
  return chosen.filter((member) => text.includes(`@${labelOf(member)}`)).map(({ user_id }) => user_id);
}

export interface NotePart {
  key: number;
  text: string;
  isMention: boolean;
}

/** The text in parts, with the names of those who are mentioned apart. */
export function partsOf(text: string, mentioned: WorkspaceMember[]): NotePart[] {
  const names = mentioned.map((member) => `@${labelOf(member)}`).sort((a, b) => b.length - a.length);
  const parts: NotePart[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const name = names.find((each) => text.startsWith(each, at));
    if (name === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain !== '') parts.push({ key: at - plain.length, text: plain, isMention: false });
    parts.push({ key: at, text: name, isMention: true });
    plain = '';
    at += name.length;
  }
  if (plain !== '') parts.push({ key: text.length - plain.length, text: plain, isMention: false });
  return parts;
}
