export type Scheme = 'light' | 'dark';

const ENTITIES: Record<string, string> = { '&#39;': "'", '&quot;': '"', '&amp;': '&' };

/**
 * An email for a frame in our page. The frame inherits the content security policy, which refuses `style` attributes: their
 * rules move into a style sheet with our nonce. What the reader's device would decide, `scheme` decides here.
 */
export function framedMail(html: string, { nonce, scheme }: { nonce: string; scheme: Scheme }): string {
  const looks: string[] = [];
  // In texts every quotation mark is escaped, so this finds attributes alone.
  const body = html.replace(/ style="([^"]*)"/g, (_, escaped: string) => {
    const rules = escaped.replace(/&(?:#39|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
    const known = looks.indexOf(rules);
    return ` data-look="${known === -1 ? looks.push(rules) - 1 : known}"`;
  });
  const sheet = looks.map((rules, index) => `[data-look="${index}"]{${rules}}`).join('\n');
  return body
    .replace('<style>', `<style nonce="${nonce}">\n${sheet}\n`)
    .replaceAll('light dark', scheme)
    .replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all');
}
