import type { HappeningKind } from '../platform/db/tables.ts';
import type { Role } from '../shared/roles.ts';
import { hasRole } from '../shared/roles.ts';

/** What members choose about; being assigned goes with being mentioned. */
export const TOPICS = [
  'submitted',
  'review',
  'mentioned',
  'endpoint_failing',
  'archive_failing',
  'quota',
] as const;
export type Topic = (typeof TOPICS)[number];

export const EMAIL_CHOICES = ['now', 'digest', 'off'] as const;
export type EmailChoice = (typeof EMAIL_CHOICES)[number];

export interface Choice {
  app: boolean;
  email: EmailChoice;
}

export type Choices = Record<Topic, Choice>;

/** Whom it concerns: those who can see it and, where something has to be done, do it. */
const LEAST_ROLE: Record<Topic, Role> = {
  submitted: 'viewer',
  review: 'member',
  mentioned: 'viewer',
  endpoint_failing: 'admin',
  archive_failing: 'admin',
  quota: 'admin',
};

const USUAL_EMAIL: Record<Topic, EmailChoice> = {
  submitted: 'off',
  review: 'digest',
  mentioned: 'now',
  endpoint_failing: 'now',
  archive_failing: 'now',
  quota: 'now',
};

/** Whoever wants to hear of submissions hears of one that waits for review too, once. */
const TOPICS_OF: Record<HappeningKind, readonly Topic[]> = {
  submitted: ['submitted'],
  review: ['review', 'submitted'],
  mentioned: ['mentioned'],
  assigned: ['mentioned'],
  endpoint_failing: ['endpoint_failing'],
  archive_failing: ['archive_failing'],
  quota: ['quota'],
};

export function concerns(topic: Topic, role: Role): boolean {
  return hasRole(role, LEAST_ROLE[topic]);
}

/** What no one in this role is told of. */
export function kindsBeyond(role: Role): HappeningKind[] {
  const kinds = Object.keys(TOPICS_OF) as HappeningKind[];
  return kinds.filter((kind) => !TOPICS_OF[kind].some((topic) => concerns(topic, role)));
}

/** What a member chose, completed by what is usual. */
export function choicesOf(stored: string | null): Choices {
  const chosen: Partial<Choices> = stored === null ? {} : JSON.parse(stored);
  const all = TOPICS.map((topic) => [topic, chosen[topic] ?? { app: true, email: USUAL_EMAIL[topic] }]);
  return Object.fromEntries(all);
}

/** How a member is told of something, and as what; null: not that way. */
export interface WaysOfTelling {
  app: { kind: HappeningKind } | null;
  email: { kind: HappeningKind; topic: Topic; choice: 'now' | 'digest' } | null;
}

export function waysOfTelling(kind: HappeningKind, choices: Choices, role: Role): WaysOfTelling {
  const topics = TOPICS_OF[kind].filter((topic) => concerns(topic, role));
  const told = (topic: Topic) => (topic === 'submitted' ? 'submitted' : kind);
  const shown = topics.find((topic) => choices[topic].app);
  const app = shown === undefined ? null : { kind: told(shown) };
  for (const topic of topics) {
    const choice = choices[topic].email;
    if (choice !== 'off') return { app, email: { kind: told(topic), topic, choice } };
  }
  return { app, email: null };
}
