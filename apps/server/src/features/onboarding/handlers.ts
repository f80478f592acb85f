import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { registerThroughPartner } from './authorisation/register-through-partner.ts'
import { startAuthorisation } from './authorisation/sign-in-by-authorisation.ts'
import { checkCaptcha, newCaptcha } from './captcha/captcha.ts'
import { checkPurposeCode, sendPurposeCode } from './codes/purpose-code.ts'
import { sendSmsCode, sendSmsCodeAfterCaptcha } from './codes/send-sms-code.ts'
import { currentUser, isOwnPhone, isTestPhone, maskedPhone } from './customers/current-user.ts'
import { deviceKeys, saveTerminal } from './device/device-keys.ts'
import { miniProgramLink, signPageUrl } from './device/messenger-page.ts'
import { redeemLinkToken } from './links/link-token.ts'
import { signIn } from './sign-in/sign-in.ts'

export function onboardingHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'tasks'
    | 'now'
    | 'providers'
    | 'log'
    | 'mode'
    | 'imageCode'
    | 'publicOrigin'
    | 'today'
  >,
): Handlers<Callers>['onboarding'] {
  return {
    newCaptcha: (input, caller) => newCaptcha(services, caller, input),
    checkCaptcha: (input) => checkCaptcha(services, input),
    redeemLinkToken: (input, caller) => redeemLinkToken(services, caller, input),
    sendSmsCode: (input, caller) => sendSmsCode(services, caller, input),
    sendSmsCodeAfterCaptcha: (input, caller) => sendSmsCodeAfterCaptcha(services, caller, input),
    sendPurposeCode: (input, caller) => sendPurposeCode(services, caller, input),
    checkPurposeCode: (input, caller) => checkPurposeCode(services, caller, input),
    signIn: (input, caller) => signIn(services, caller, input),
    currentUser: (_, caller) => currentUser(services, caller),
    maskedPhone: (_, caller) => maskedPhone(services, caller),
    isOwnPhone: (input, caller) => isOwnPhone(services, caller, input),
    registerThroughPartner: (input, caller) => registerThroughPartner(services, caller, input),
    isTestPhone: (input) => isTestPhone(services, input),
    startAuthorisation: (input, caller) => startAuthorisation(services, caller, input),
    deviceKeys: (input, caller) => deviceKeys(services, caller, input),
    saveTerminal: (input, caller) => saveTerminal(services, caller, input),
    miniProgramLink: (input, caller) => miniProgramLink(services, caller, input),
    signPageUrl: (input) => signPageUrl(services, input),
  }
}
