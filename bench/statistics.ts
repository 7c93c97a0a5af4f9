export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that at least this share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
}
