import { isIP } from 'node:net';
import { endEntityExtensions, extension, type KeyIds } from '../platform/certificates/certificate.ts';
import { sequence, tagged } from '../platform/certificates/der.ts';
import { addressBytes } from '../platform/ip-address.ts';

const SERVER_AUTHENTICATION = '2b06010505070301';
const SUBJECT_ALT_NAME = '551d11';

/** What a browser wants to see of a web server's certificate. `hosts`: names, IPv4 and IPv6 addresses. */
export function serverExtensions(keys: KeyIds, hosts: string[]): Buffer[] {
  return [
    ...endEntityExtensions(keys, SERVER_AUTHENTICATION),
    extension(SUBJECT_ALT_NAME, sequence(...hosts.map(generalName))),
  ];
}

function generalName(host: string): Buffer {
  if (isIP(host) === 0) return tagged(2, Buffer.from(host), { isPrimitive: true });
  return tagged(7, addressBytes(host), { isPrimitive: true });
}
