import { type BuiltFiles, readBuild } from '../pages/built-files.ts';

export interface WebAppAssets {
  script: string;
  styles: string[];
  files: BuiltFiles;
}

const BASE = '/app/';

/** Reads what `vite build web/dashboard` wrote. */
export async function loadWebAppAssets(folder: string): Promise<WebAppAssets> {
  const { manifest, files } = await readBuild(folder, BASE);
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry === true);
  if (entry === undefined) throw new Error('The build of the web application has no entry');
  return { script: BASE + entry.file, styles: (entry.css ?? []).map((file) => BASE + file), files };
}
