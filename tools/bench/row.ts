/** One figure, and the limit measured in the same run for comparison. */
export type Row = { readonly what: string; readonly value: string; readonly beside?: string }

export function perSecond(count: number, milliseconds: number): number {
  return (count * 1000) / milliseconds
}

export function ratioTo(
  limit: { readonly name: string; readonly value: number },
  value: number,
): string {
  return `${(value / limit.value).toFixed(2)} of ${limit.name}`
}
