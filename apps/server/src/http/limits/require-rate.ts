import { networkOf } from '@qingzhou/platform/caller'
import type { HttpContext } from '#http/http-context.ts'
import { RequestRejected, tooManyRequests } from '#http/failure.ts'

type Rate = { readonly name: string; readonly ip: string; readonly perMinute: number }

const keyOf = ({ name, ip }: Rate) => `${name}:network:${networkOf(ip)}`

/** Answers 429 to a network that has exceeded a rate before, without counting the request. */
export async function requireUnspent(
  { services }: Pick<HttpContext, 'services'>,
  rate: Rate,
): Promise<void> {
  const count = await services.limiter.count(keyOf(rate))
  if (count > rate.perMinute) throw new RequestRejected(tooManyRequests(60))
}

/** Counts one request of a network and answers 429 when it exceeds its rate. */
export async function requireRate(
  { services }: Pick<HttpContext, 'services'>,
  rate: Rate,
): Promise<void> {
  const taken = await services.limiter.take({
    key: keyOf(rate),
    limit: rate.perMinute,
    windowSeconds: 60,
  })
  if (!taken.ok) throw new RequestRejected(tooManyRequests(taken.waitSeconds))
}
