import type { Result } from './command.ts';

/** One JSON object on one line, or text for a person. */
export function printResult(result: Result, asJson: boolean): string {
  if (asJson) return `${JSON.stringify(result)}\n`;
  const rows = result.data;
  if (Array.isArray(rows)) return rows.length === 0 ? 'None.\n' : table(rows as Result[]);
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(width)}  ${show(value)}\n`)
    .join('');
}

function table(rows: Result[]): string {
  const names = Object.keys(rows[0] as Result);
  const cells = [names, ...rows.map((row) => names.map((name) => show(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => (row[column] as string).length)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] as number))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return Array.isArray(value) ? value.join(',') : String(value);
}
