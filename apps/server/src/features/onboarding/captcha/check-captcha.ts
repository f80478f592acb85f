import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { answerCaptcha } from './captcha-store.ts'

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
