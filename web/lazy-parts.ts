import type { Plugin } from 'vite';

/** Vite's name for the module through which every dynamic import goes. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Waits for the files of a part before it is imported: browsers remember for the life of a page that a module did not arrive, while
 * what `fetch` has put into their cache arrives whenever it is imported. A file that failed is asked for again at the next import.
 * The page's own files are left out: its script runs already, and its styles stand in the HTML.
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
const isOfPart = (file) => !/\\/main-/.test(file);
export const __vitePreload = (load, files = []) => Promise.all(files.filter(isOfPart).map(add)).then(load);
`;

export function lazyParts(): Plugin {
  return {
    name: 'lazy-parts',
    enforce: 'pre',
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: scriptsOf } } }),
    load: (id) => (id === PRELOAD_HELPER ? HELPER : undefined),
  };
}

/** Vite passes no files when a part is a single one. */
function scriptsOf(part: string, files: string[]): string[] {
  return [...new Set([part, ...files])];
}
