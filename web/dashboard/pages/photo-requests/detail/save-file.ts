import type { FetchedFile } from './fetch-file.ts';

const UNTIL_SAVED_MS = 60_000;

export function saveFile({ name, blob }: FetchedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), UNTIL_SAVED_MS);
}
