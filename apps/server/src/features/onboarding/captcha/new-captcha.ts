import { randomInt } from 'node:crypto'
import { requireBankPartner, requireKnownLink } from '#features/onboarding/links/landing-link.ts'
import type { Caller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { networkOf } from '#platform/network-of.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import { insertCaptcha } from './captcha-store.ts'
import { drawCaptcha } from './draw-captcha.ts'
import { characters } from './glyphs.ts'
import { rememberImageCode } from './sandbox-image-codes.ts'
import { newToken } from '#platform/ids.ts'

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

const LENGTH = 4

/** Gives out a fresh image code. A landing page asks for it first, so a dead link is told here. */
export async function newCaptcha(
  services: Services,
  caller: Caller,
  request: { readonly gdCode?: string | undefined },
): Promise<{ captchaKey: string; image: string; proofBits: number }> {
  await requireKnownLink(services, caller)
  if (request.gdCode !== undefined) await requireBankPartner(services, request.gdCode)
  // Drawing costs more than asking, so one address gets only so many images.
  await requireAllowance(services, {
    key: `captcha:ip:${networkOf(caller.ip)}`,
    limit: signInFigures.captcha.perIpAndMinute,
    windowSeconds: 60,
  })

  const key = newToken(24)
  const code = Array.from({ length: LENGTH }, () => characters[randomInt(characters.length)]).join(
    '',
  )
  const proofBits = await requiredProofBits(services, caller)
  await insertCaptcha(services, {
    key,
    code,
    expiresAt: minutesAfter(services.now(), signInFigures.captcha.validMinutes),
    proofBits,
  })
  const image = await drawCaptcha(code)
  if (services.mode === 'sandbox') rememberImageCode(image, code)
  return { captchaKey: key, image, proofBits }
}
