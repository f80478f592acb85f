import type { Allowance } from './database/rate-limit-store.ts'
import { Refused } from './refused.ts'
import type { PlatformServices } from './services.ts'

/** Counts one event and refuses when the limit is reached. */
export async function requireAllowance(
  { limiter }: Pick<PlatformServices, 'limiter'>,
  allowance: Allowance,
): Promise<void> {
  const taken = await limiter.take(allowance)
  if (!taken.ok) throw new Refused({ kind: 'too-many-requests', waitSeconds: taken.waitSeconds })
}
