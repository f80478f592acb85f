import { networkOf } from '#platform/caller.ts'
import type { HttpContext } from '#http/http-context.ts'
import { RequestRejected, tooManyRequests } from '#http/failure.ts'

/** Counts one request of a network and answers 429 when it exceeds its rate. */
export async function requireRate(
  { services }: Pick<HttpContext, 'services'>,
  rate: { readonly name: string; readonly ip: string; readonly perMinute: number },
): Promise<void> {
  const taken = await services.limiter.take({
    key: `${rate.name}:network:${networkOf(rate.ip)}`,
    limit: rate.perMinute,
    windowSeconds: 60,
  })
  if (!taken.ok) throw new RequestRejected(tooManyRequests(taken.waitSeconds))
}
