import { isPublicAddress, literalAddress } from './guarded-addresses.ts';

export { isPublicAddress };

export interface TargetRules {
  allowPrivateNetworks: boolean;
  requireHttps: boolean;
}

const MAX_URL_LENGTH = 2_000;

export const NOT_PUBLIC =
  'Must be a public address. For a receiver on your own machine use `shutterpost listen`; WEBHOOK_ALLOW_PRIVATE_NETWORKS=true allows private addresses.';

/** Ports of other protocols, whose servers could take a request for commands (the "bad ports" of the Fetch standard). */
const FOREIGN_PORTS = new Set(
  [
    [0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
    [101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
    [389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601],
    [636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
    [6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  ].flat(),
);

/** What is wrong with a URL as configured, in words for the person who typed it. Looks at the URL alone. */
export function faultOfUrl(text: string, rules: TargetRules): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `Must have at most ${MAX_URL_LENGTH} characters.`;
  // The parser would silently drop them.
  if (/[\s\p{Cc}]/u.test(text)) return 'Must not contain spaces or control characters.';
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    return 'Must be a full URL, such as https://example.com/webhooks.';
  }
  if (rules.requireHttps && url.protocol !== 'https:') return 'Must start with https://.';
  if (url.username !== '' || url.password !== '') return 'Must not contain a user name or password.';
  if (text.includes('#')) return 'Must not contain a fragment (#).';
  if (FOREIGN_PORTS.has(Number(url.port || 443)))
    return `Must not use port ${url.port}, which is reserved for another protocol.`;
  if (!rules.allowPrivateNetworks && isKnownAsPrivate(url.hostname)) return NOT_PUBLIC;
  return undefined;
}

/** `hostname` is as URL gives it, so every spelling of an IPv4 address is already the usual one. */
function isKnownAsPrivate(hostname: string): boolean {
  const address = literalAddress(hostname);
  return address === undefined ? isLocalhost(hostname) : !isPublicAddress(address);
}

/** RFC 6761: these names are the machine itself, whatever a name server says. */
export function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
