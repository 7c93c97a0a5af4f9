/** A rule or an at-rule of a style sheet with what stands in it; the sheet itself is one without a head. */
export interface StyleBlock {
  head: string;
  declarations: { property: string; value: string }[];
  blocks: StyleBlock[];
}

const TOKEN = /\/\*.*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^)"']*\)|\\.|./gs;

/** Reads style sheets as Vite writes them. Strings and addresses are left empty: no word in them is one of CSS. */
export function readStyles(css: string): StyleBlock {
  const sheet: StyleBlock = { head: '', declarations: [], blocks: [] };
  const open = [sheet];
  let text = '';
  const endStatement = () => {
    const [, property, value] = /^([\w-]+)\s*:(.*)$/s.exec(text.trim()) ?? [];
    if (property !== undefined && value !== undefined) open.at(-1)?.declarations.push({ property, value });
    else if (text.trim() !== '')
      open.at(-1)?.blocks.push({ head: text.trim(), declarations: [], blocks: [] });
    text = '';
  };
  for (const [token] of css.matchAll(TOKEN))
    if (token === '{') {
      const block: StyleBlock = { head: text.trim(), declarations: [], blocks: [] };
      open.at(-1)?.blocks.push(block);
      open.push(block);
      text = '';
    } else if (token === '}') {
      endStatement();
      open.pop();
    } else if (token === ';') endStatement();
    else if (/^["']/.test(token)) text += '""';
    else if (token.startsWith('url(')) text += 'url()';
    else if (!token.startsWith('/*')) text += token;
  return sheet;
}
