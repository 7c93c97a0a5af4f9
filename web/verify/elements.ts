type Child = Node | string | undefined | false;

const SVG = 'http://www.w3.org/2000/svg';

/** Texts only ever become text: what a stranger wrote into a file is never read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children.filter((child) => child !== undefined && child !== false));
  return created;
}

/** Of an outline, as the pages have them. */
export function icon(outline: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', outline);
  for (const [attribute, value] of [
    ['class', 'icon'],
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
  ] as const)
    svg.setAttribute(attribute, value);
  svg.append(path);
  return svg;
}

/** Someone else's words, in whatever direction they run. */
export function quote(text: string): HTMLElement {
  return element('bdi', {}, text);
}
