/** The dark squares as one path, a run of neighbors in a row as one rectangle. */
export function qrPath(modules: boolean[][]): string {
  const parts: string[] = [];
  for (const [y, row] of modules.entries()) {
    let start = -1;
    for (let x = 0; x <= row.length; x++) {
      const isDark = row[x] === true;
      if (isDark && start < 0) start = x;
      if (isDark || start < 0) continue;
      parts.push(`M${start} ${y}h${x - start}v1h${start - x}z`);
      start = -1;
    }
  }
  return parts.join('');
}
