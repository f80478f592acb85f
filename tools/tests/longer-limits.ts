import type { Plugin } from 'vitest/config'

/** A cluster on the machine of the tests, whose processors they share, takes several times as long. */
const FACTOR = 10
/** The longest time of a timer. */
const MS_MAX = 2 ** 31 - 1

/** Time limits that a server test states itself are longer, as those of the configuration are. */
export const longerLimits: Plugin = {
  name: 'longer-limits',
  enforce: 'pre',
  transform: (code, id) =>
    /\.test\.ts$|\/testing\//.test(id) ? withLongerLimits(code) : undefined,
}

/** The option `timeout`, and the last argument of a test or a hook. */
export function withLongerLimits(code: string): string {
  return code.replaceAll(
    /(\btimeout: |^ *\}, (?=[\d_]+\)$))([\d_]+)/gm,
    (_, before: string, limit: string) => before + longer(Number(limit.replaceAll('_', ''))),
  )
}

function longer(limitMs: number): number {
  return Math.min(limitMs * FACTOR, MS_MAX)
}
