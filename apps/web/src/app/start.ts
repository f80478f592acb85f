import { pages } from '@qingzhou/contract/pages'
import { isMobile } from '#platform/browser/browser.ts'
import { rememberLink } from '#platform/navigation/link.ts'
import { requestFirstCaptcha } from '#platform/session/first-captcha.ts'
import { guardAddress, linkToken } from '#platform/session/link-token.ts'
import { isSignedIn } from '#platform/session/session.ts'

// Run first: no other code may see the link token in the address.
guardAddress()
rememberLink()

// This part of the script is a fifth of it. The image code is requested while the rest is loading.
if (isMobile() && linkToken() === undefined && !isSignedIn() && isAtLanding()) requestFirstCaptcha()

void import('./main.tsx')

/** The home address opens the landing page as well. */
function isAtLanding(): boolean {
  const path = (window.location.hash.slice(1).split('?')[0] ?? '').replace(/\/+$/, '')
  return path === '' || path === pages.landing
}
