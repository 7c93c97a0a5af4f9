/** To sign-in, and from there back to where the person was. */
export function signInPath(returnTo: string): string {
  return returnTo === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(returnTo)}`;
}

/** Only paths of this application: anything else could lead to somebody else's site. */
export function returnPathOf(search: URLSearchParams): string {
  const path = search.get('return') ?? '/';
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/sign-in') ? path : '/';
}
