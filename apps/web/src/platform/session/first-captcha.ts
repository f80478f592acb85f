import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'

const { newCaptcha } = callsOf('onboarding', { newCaptcha: onboardingShapes.newCaptcha })

type NewCaptcha = Output<typeof onboardingShapes.newCaptcha>

/** An image is valid for five minutes, of which the user needs some. */
const FRESH_MS = 60_000

let requested: { readonly at: number; readonly captcha: Promise<NewCaptcha> } | undefined

/** Requests the image code of the first page before the page's own script is loaded. */
export function requestFirstCaptcha(): void {
  const captcha = newCaptcha({})
  requested = { at: Date.now(), captcha }
  // The form reports a failure; it may also never be shown.
  captcha.catch(() => undefined)
}

/** Returns that image code, once. */
export function takeFirstCaptcha(): Promise<NewCaptcha> | undefined {
  const taken = requested
  requested = undefined
  return taken && Date.now() - taken.at < FRESH_MS ? taken.captcha : undefined
}
