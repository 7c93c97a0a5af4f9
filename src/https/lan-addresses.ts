import { networkInterfaces } from 'node:os';

/** Networks that only exist on this machine, or lead somewhere else than the room. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|flannel|podman|tun|tap|utun|wg|tailscale|zt)/;

/** The addresses at which a phone in the same network may find this machine, the likeliest one first. */
export function findLanAddresses(
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  const found = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ internal, address }) => !internal && !isLinkLocal(address))
      .map(({ address, family }) => ({
        address,
        rank: (VIRTUAL.test(name) ? 2 : 0) + (family === 'IPv4' ? 0 : 1),
      })),
  );
  return found.toSorted((one, other) => one.rank - other.rank).map(({ address }) => address);
}

/** An address bar cannot say which interface such an address is meant on. */
function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.') || /^fe[89ab]/i.test(address);
}
