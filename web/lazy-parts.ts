import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** Vite's name for the module through which every dynamic import goes. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Waits for the files of a part before it is imported: browsers remember for the life of a page that a module did not arrive, while
 * what `fetch` has put into their cache arrives whenever it is imported. A file that failed is asked for again at the next import.
 */
const HELPER = `
const arrived = {};
const addStyles = (file) => new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = file;
  link.onload = resolve;
  link.onerror = (event) => {
    link.remove();
    reject(event);
  };
  document.head.append(link);
});
const addScript = async (file) => {
  const response = await fetch(file);
  if (!response.ok) throw response;
  await response.text();
};
const add = (file) => (arrived[file] ??= (/css$/.test(file) ? addStyles : addScript)('/' + file).catch((error) => {
  delete arrived[file];
  throw error;
}));
export const __vitePreload = (load, files = []) => Promise.all(files.map(add)).then(load);
`;

export function lazyParts(): Plugin {
  return {
    name: 'lazy-parts',
    enforce: 'pre',
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: scriptsOf } } }),
    load: (id) => (id === PRELOAD_HELPER ? HELPER : undefined),
  };
}

/** A part's own script and those that only it brings along. */
function scriptsOf(part: string, files: string[]): string[] {
  return [...new Set([part, ...files])].filter((file) => !basename(file).startsWith('main-'));
}
