/** Formats a yearly rate or cost as every text shows it: 72000 parts per million are 7.20%. */
export function displayRate(ppm: bigint): string {
  return `${(Number(ppm) / 10_000).toFixed(2)}%`
}

/** Formats a share of a whole, without zeros at its end: 600000 parts per million are 60%. */
export function displayShare(ppm: bigint): string {
  return `${Number(ppm) / 10_000}%`
}
