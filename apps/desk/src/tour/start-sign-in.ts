import { toast } from '@qingzhou/ui/overlays'
import type { Phone } from '#phone/use-phone.ts'

const TRIES_MAX = 40
const TRY_EVERY_MS = 250

/** Types the number where one signs in. Only an empty phone asks, so one in use is emptied first. */
export async function startSignIn(phone: Phone, number: string): Promise<void> {
  if (!phone.isSignedIn() && phone.fill('tel', number)) return

  phone.clear()
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS))
    if (phone.fill('tel', number)) return
  }
  toast('手机还没打开登录页，请再点一次')
}
