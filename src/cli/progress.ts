import type { Progress } from './command.ts';

const EVERY_MS = 200;
const CLEAR_LINE = '\r\u001b[2K';

/** Standard error, or what stands for it. */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Written over itself, for someone at a terminal; a script that reads the result is not bothered with it. */
export function openProgress(stderr: ProgressOutput, asJson: boolean): { show: Progress; end(): void } {
  if (asJson || !stderr.isTTY) return { show: () => {}, end: () => {} };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(line) {
      if (performance.now() - shownAt < EVERY_MS) return;
      shownAt = performance.now();
      stderr.write(CLEAR_LINE + line.slice(0, (stderr.columns ?? 80) - 1));
    },
    end: () => {
      stderr.write(CLEAR_LINE);
    },
  };
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`;
}
