import { serverExtensions } from '../../../src/https/server-extensions.ts';
import {
  authorityExtensions,
  type Certificate,
  type Issuer,
  makeCertificate,
} from '../../../src/platform/certificates/certificate.ts';

export type { Certificate };

export interface TestCertificates {
  /** What a client must trust for `valid` and `expired`. */
  authority: string;
  valid: Certificate;
  expired: Certificate;
  selfSigned: Certificate;
  otherHost: Certificate;
}

const DAY_MS = 86_400_000;
const HOSTS = ['localhost', '127.0.0.1'];

/** Created for each run: no key lies around in the repository, and none runs out. */
export function makeTestCertificates(): TestCertificates {
  const authority = makeCertificate({
    name: { commonName: 'Test authority' },
    extensions: authorityExtensions,
    ...daysAround(-1, 1),
  });
  const { issuer } = authority;
  return {
    authority: authority.certificate,
    valid: serverCertificate({ hosts: HOSTS, issuer }),
    expired: serverCertificate({ hosts: HOSTS, issuer, validity: daysAround(-30, -1) }),
    selfSigned: serverCertificate({ hosts: HOSTS }),
    otherHost: serverCertificate({ hosts: ['other.example'], issuer }),
  };
}

function serverCertificate(wishes: {
  hosts: string[];
  issuer?: Issuer;
  validity?: ReturnType<typeof daysAround>;
}): Certificate {
  return makeCertificate({
    name: { commonName: wishes.hosts[0] ?? '' },
    extensions: (keys) => serverExtensions(keys, wishes.hosts),
    issuer: wishes.issuer,
    ...(wishes.validity ?? daysAround(-1, 1)),
  });
}

function daysAround(from: number, to: number): { validFrom: Date; validTo: Date } {
  return { validFrom: new Date(Date.now() + from * DAY_MS), validTo: new Date(Date.now() + to * DAY_MS) };
}
