/** To sign-in, and from there back to where the person was. */
export function signInPath(returnTo: string): string {
  return returnTo === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(returnTo)}`;
}

/** Where nobody who is signed in has any business. */
const ENTRANCES = [
  'sign-in',
  'second-factor',
  'sign-up',
  'set-up',
  'forgot-password',
  'reset-password',
  'verify-email',
];

/** Only paths of this application: anything else could lead to somebody else's site. */
export function returnPathOf(search: URLSearchParams): string {
  const path = search.get('return') ?? '/';
  return /^\/(?![/\\])/.test(path) && !ENTRANCES.includes(firstPart(path)) ? path : '/';
}

function firstPart(path: string): string {
  return path.split(/[/?#]/)[1] ?? '';
}
