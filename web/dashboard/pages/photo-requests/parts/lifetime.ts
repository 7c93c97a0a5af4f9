import { DEFAULT_LIFETIME_HOURS } from '../../../../../src/shared/request-lifetime.ts';

/** For how long a link is open, in hours. */
export const LIFETIMES = [
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const;

/** With one of the team's own. */
export const LIFETIME_CHOICES = [...LIFETIMES, { value: 'own', label: 'Other' }] as const;

export type Lifetime = (typeof LIFETIME_CHOICES)[number]['value'];

export interface LifetimeDraft {
  lifetime: Lifetime;
  ownNumber: number | '';
  ownUnit: 'hours' | 'days';
}

/** What most take. */
export const DEFAULT_LIFETIME = `${DEFAULT_LIFETIME_HOURS}` as const;

/** null: the default. */
export function draftLifetime(hours: number | null): LifetimeDraft {
  const choice = LIFETIMES.find(({ value }) => Number(value) === (hours ?? DEFAULT_LIFETIME_HOURS));
  if (choice !== undefined || hours === null)
    return { lifetime: choice?.value ?? DEFAULT_LIFETIME, ownNumber: 14, ownUnit: 'days' };
  const isDays = hours % 24 === 0;
  return { lifetime: 'own', ownNumber: isDays ? hours / 24 : hours, ownUnit: isDays ? 'days' : 'hours' };
}

export function hoursOf({ lifetime, ownNumber, ownUnit }: LifetimeDraft): number {
  if (lifetime !== 'own') return Number(lifetime);
  return Number(ownNumber) * (ownUnit === 'days' ? 24 : 1);
}
