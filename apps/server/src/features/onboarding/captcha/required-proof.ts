import type { Caller } from '#platform/caller.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'

const { calmImagesPerHour, bitsMin, bitsMax } = signInFigures.proof
const COUNTED_MAX = 100_000

/**
 * How much work an image asks for beside reading it: a fraction of a second from a calm network and device, then more
 * the more images were asked for. Counted when an image is given out, so that images cannot be hoarded for later.
 */
export async function requiredProofBits(
  services: Pick<Services, 'limiter'>,
  { ip, deviceId }: Pick<Caller, 'ip' | 'deviceId'>,
): Promise<number> {
  const { network, device } = calmImagesPerHour
  const byNetwork = await imagesWithinHour(services, `images:ip:${networkOf(ip)}`)
  const byDevice =
    deviceId === undefined ? 0 : await imagesWithinHour(services, `images:device:${deviceId}`)
  return Math.max(bitsFor(byNetwork / network), bitsFor(byDevice / device))
}

/** By how often the number is what a calm one is. */
function bitsFor(times: number): number {
  if (times <= 1) return bitsMin
  return Math.min(bitsMax, bitsMin + 1 + Math.floor(Math.log2(times)))
}

async function imagesWithinHour(
  { limiter }: Pick<Services, 'limiter'>,
  key: string,
): Promise<number> {
  const taken = await limiter.take({ key, limit: COUNTED_MAX, windowSeconds: 3_600 })
  return taken.ok ? taken.count : COUNTED_MAX
}
