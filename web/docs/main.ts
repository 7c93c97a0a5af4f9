import './docs.css';
import { findSections } from './search.ts';
import type { SearchEntry } from './search-entries.ts';

/** Each program and command can be copied. */
for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

const search = document.querySelector<HTMLElement>('search');
const input = search?.querySelector('input');
const results = search?.querySelector('ul');
const status = search?.querySelector<HTMLElement>('[role=status]');
if (search && input && results && status) enableSearch(search, input, results, status);

/** Without this script there would be nothing behind the field, so it is not shown. */
function enableSearch(
  frame: HTMLElement,
  field: HTMLInputElement,
  list: HTMLUListElement,
  told: HTMLElement,
): void {
  let entries: Promise<SearchEntry[]> | undefined;
  const read = () => {
    entries ??= fetch(frame.dataset.index ?? '').then((response) => response.json());
    return entries;
  };
  frame.hidden = false;
  field.addEventListener('focus', () => void read());

  field.addEventListener('input', async () => {
    const query = field.value;
    const found = findSections(await read(), query);
    if (query !== field.value) return;
    list.replaceChildren(
      ...found.map(({ address, page, heading, excerpt }) => {
        const link = document.createElement('a');
        link.href = address;
        link.append(
          element('b', heading === '' ? page : heading),
          element('small', heading === '' ? '' : page),
          element('span', excerpt),
        );
        const item = document.createElement('li');
        item.append(link);
        return item;
      }),
    );
    told.textContent = query.trim() === '' ? '' : describe(found.length);
    frame.classList.toggle('open', query.trim() !== '');
  });

  frame.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (links[at - 1] ?? field).focus();
    else return;
    event.preventDefault();
  });
  frame.addEventListener('click', (event) => {
    // A result on this very page: nothing is loaded that would close the list.
    if ((event.target as Element).closest('a')) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select') !== null;
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    field.focus();
  });
  frame.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });

  function close(): void {
    field.value = '';
    list.replaceChildren();
    told.textContent = '';
    frame.classList.remove('open');
  }
}

function describe(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 section' : `${count} sections`;
}

function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}
