import { granted, refused, type Outcome } from '#refusal.ts'

/** Parses a yearly rate as typed: `12%`, `9.4822%`, to a part per million. [Y5] */
export function parseAnnualRate(text: string): Outcome<bigint> {
  const match = /^(\d{1,4})(?:\.(\d{1,4}))?%$/.exec(text)
  if (!match) return refused({ kind: 'rate-malformed' })

  const [, whole = '', decimals = ''] = match
  return granted(BigInt(whole + decimals.padEnd(4, '0')))
}

/** Formats a yearly rate with all its significant decimals: `9.4822%`. [Y5] */
export function displayAnnualRate(ppm: bigint): string {
  const digits = String(ppm).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}%`
}
