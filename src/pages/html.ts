/** Markup that is safe to put into a page as it is. */
export interface Html {
  readonly markup: string;
}

type Content = Html | string | number | false | null | undefined | readonly Content[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Everything put in is escaped, unless it came from here. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  const rest = contents.map((content, index) => toMarkup(content) + parts[index + 1]);
  return { markup: parts[0] + rest.join('') };
}

/** A data block for a script: `<` could end it early. */
export function jsonBlock(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return { markup: `<script type="application/json" id="${id}">${json}</script>` };
}

/** Style rules made by us; the nonce lets them pass the content security policy. */
export function styleBlock(nonce: string, rules: string): Html {
  return { markup: `<style nonce="${escapeText(nonce)}">${rules}</style>` };
}

/** Without the spaces that only people need. Its texts must have none next to punctuation. */
export function compactScript(code: string): string {
  return code.replace(/\s*([{}()[\];,=+?:|&<>!])\s*/g, '$1');
}

/** A script of our own; its hash lets it pass the content security policy. */
export function inlineScript(code: string): Html {
  return { markup: `<script>${code}</script>` };
}

function toMarkup(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return escapeText(content);
  if (typeof content === 'number') return String(content);
  return 'markup' in content ? content.markup : content.map(toMarkup).join('');
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
