/** Links to photos name the public host; whoever came by another name of the same server keeps to that one. */
export function ownAddress(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost');
  return pathname + search;
}
