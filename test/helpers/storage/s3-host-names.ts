import dns from 'node:dns';

/** Names that end with .localhost lead to this machine (RFC 6761), which not every resolver knows. Undone by the answer. */
export function resolveLocalhostNames(): () => void {
  const original = dns.lookup;
  const patched = ((name: string, ...rest: unknown[]) =>
    Reflect.apply(original, dns, [
      name.endsWith('.localhost') ? '127.0.0.1' : name,
      ...rest,
    ])) as typeof dns.lookup;
  dns.lookup = Object.assign(patched, original);
  return () => {
    dns.lookup = original;
  };
}
