import type { Plugin } from 'vite';

/** Vite's name for the module through which every dynamic import goes. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Vite's own also preloads scripts, which these pages do not do, and weighs several times as much. This one only waits for the
 * style sheets of a part before the part itself is loaded.
 */
const LIGHT_HELPER = `
const added = {};
const add = (file) => (added[file] ??= new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/' + file;
  link.onload = resolve;
  link.onerror = (event) => {
    link.remove();
    delete added[file];
    reject(event);
  };
  document.head.append(link);
}));
export const __vitePreload = (load, styles = []) => Promise.all(styles.map(add)).then(load);
`;

export function lazyStyles(): Plugin {
  return {
    name: 'lazy-styles',
    enforce: 'pre',
    load: (id) => (id === PRELOAD_HELPER ? LIGHT_HELPER : undefined),
  };
}
