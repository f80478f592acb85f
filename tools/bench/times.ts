const CONNECTIONS = 4

/** How long each took, a few at a time. */
export async function timesOf(
  count: number,
  act: (count: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < count) {
        const mine = (next += 1)
        const started = performance.now()
        await act(mine)
        times.push(performance.now() - started)
      }
    }),
  )
  return times.toSorted((left, right) => left - right)
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
