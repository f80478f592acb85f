import { randomInt } from 'node:crypto'
import { requireBankPartner, requireKnownLink } from '#features/onboarding/links/link-token.ts'
import { networkOf, type Caller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import { insertCaptcha, answerCaptcha } from './captcha-store.ts'
import { drawCaptcha, characters } from './draw-captcha.ts'
import { rememberImageCode } from './sandbox-image-codes.ts'
import { newToken } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'

const { calmImagesPerHour, bitsMin, bitsMax } = signInFigures.proof
const COUNTED_MAX = 100_000

/**
 * The proof of work that an image requires: a fraction of a second at first, then more the more
 * images the network or device has requested. Counted when an image is issued, so that images
 * cannot be collected for later.
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

/** Bits for the ratio of requested images to the normal number. */
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

/** Issues an image code. A landing page calls this first, so an invalid link is reported here. */
export async function newCaptcha(
  services: Services,
  caller: Caller,
  request: { readonly gdCode?: string | undefined },
): Promise<{ captchaKey: string; image: string; proofBits: number }> {
  await requireKnownLink(services, caller)
  if (request.gdCode !== undefined) await requireBankPartner(services, request.gdCode)
  // Rate limit per address: rendering an image costs more than requesting it.
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

/** Checks an image code; the next SMS request may then refer to it. */
export async function checkCaptcha(
  services: Services,
  answer: {
    readonly captchaKey: string
    readonly imageCode: string
    readonly proof?: number | undefined
  },
): Promise<Record<string, never>> {
  const { captchaKey: key, imageCode: code, proof } = answer
  const isRight = await answerCaptcha(services, { key, code, proof })
  if (!isRight) throw new Refused({ kind: 'captcha-wrong' })
  return {}
}
