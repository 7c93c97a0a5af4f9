/** To sign-in, and from there back to where the person was. */
export function signInPath(returnTo: string): string {
  return returnTo === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(returnTo)}`;
}

/** Pages that are of no use to someone who is signed in. */
const ENTRANCES = [
  'sign-in',
  'second-factor',
  'sign-up',
  'set-up',
  'forgot-password',
  'reset-password',
  'verify-email',
];

/** Only paths of this application: anything else could lead to someone else's site. */
export function returnPathOf(search: URLSearchParams): string {
  const path = search.get('return') ?? '/';
  return /^\/(?![/\\])/.test(path) && !ENTRANCES.includes(firstPart(path)) ? path : '/';
}

function firstPart(path: string): string {
  return path.split(/[/?#]/)[1] ?? '';
}
