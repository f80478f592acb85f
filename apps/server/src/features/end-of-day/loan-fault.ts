import { DatabaseAway } from '#platform/database/database-away.ts'

/**
 * Whether an error is about the loan itself: data that a rule or a constraint refuses. A database
 * that is away, full, or waiting in a circle is nobody's loan, and the slice is tried again.
 */
export function isFaultOfLoan(error: unknown): boolean {
  if (error instanceof DatabaseAway) return false
  const code = sqlStateOf(error)
  return code === undefined ? error instanceof Error : /^(22|23|P0)/.test(code)
}

/** Two who wait for each other: PostgreSQL ends one of them, who only has to try again. */
export function isWorthRetrying(error: unknown): boolean {
  return sqlStateOf(error)?.startsWith('40') ?? false
}

export function reasonOf(error: unknown): string {
  const code = sqlStateOf(error)
  const words = error instanceof Error ? error.message : String(error)
  return code === undefined ? words : `${code}: ${words}`
}

function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
