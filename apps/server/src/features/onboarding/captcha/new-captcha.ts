import { randomBytes, randomInt } from 'node:crypto'
import type { Caller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import { requireBankPartner, requireKnownLink } from '#features/onboarding/links/landing-link.ts'
import { networkOf } from '#platform/network-of.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { insertCaptcha } from './captcha-store.ts'
import { drawCaptcha } from './draw-captcha.ts'
import { characters } from './glyphs.ts'
import { requiredProofBits } from './required-proof.ts'
import { rememberImageCode } from './sandbox-image-codes.ts'

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

  const key = randomBytes(24).toString('base64url')
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
