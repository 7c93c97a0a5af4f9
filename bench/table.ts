/** A table for a terminal of any width. */
export function formatTable(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        isFigure(rows, column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

/** Columns of figures are aligned to the right. */
function isFigure(rows: string[][], column: number): boolean {
  return rows.every((row) => /^$|^[\d,.]+( |$)/.test(row[column] ?? ''));
}
