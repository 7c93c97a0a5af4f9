import { accentRules } from '../../../../../src/pages/colors.ts';

/** The customer page's accent by day, as the variables that its style sheet takes. */
export function accentVariables(color: string | null): Record<string, string> {
  const [, byDay = ''] = /:root\{([^}]*)\}/.exec(accentRules(color)) ?? [];
  return Object.fromEntries(byDay.split(';').map((rule) => rule.split(':') as [string, string]));
}
