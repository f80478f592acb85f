import { networkOf } from '#platform/network-of.ts'
import type { Edge } from '#http/http-context.ts'
import { TurnedAway, tooManyRequests } from '#http/failure.ts'

/** Counts one more for a network, and answers 429 when it has had enough for this minute. */
export async function requireRate(
  { services }: Pick<Edge, 'services'>,
  rate: { readonly name: string; readonly ip: string; readonly perMinute: number },
): Promise<void> {
  const taken = await services.limiter.take({
    key: `${rate.name}:network:${networkOf(rate.ip)}`,
    limit: rate.perMinute,
    windowSeconds: 60,
  })
  if (!taken.ok) throw new TurnedAway(tooManyRequests(taken.waitSeconds))
}
