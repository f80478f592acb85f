import type { Handlers } from '@qingzhou/contract/shapes'
import { networkOf } from '@qingzhou/platform/caller'
import type { Caller, SignedInCaller, Callers } from '@qingzhou/platform/caller'
import type { DeviceVendor } from '@qingzhou/providers/device/port'
import { faultIn, ProviderRefused } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import { requireAllowance } from '@qingzhou/platform/network-allowance'
import type { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { Services } from '#services.ts'
import { isDeviceOfSession } from '#features/sessions/index.ts'
import { startAuthorisation } from './authorisation/sign-in-by-authorisation.ts'
import { checkCaptcha, newCaptcha } from './captcha/captcha.ts'
import { checkPurposeCode, sendPurposeCode } from './codes/purpose-code.ts'
import { sendSmsCode, sendSmsCodeAfterCaptcha } from './codes/send-sms-code.ts'
import { currentUser, isOwnPhone, isTestPhone, maskedPhone } from './customers/current-user.ts'
import { miniProgramLink, signPageUrl } from './device/messenger-page.ts'
import { redeemLinkToken, requireBankPartner, requireKnownLink } from './links/link-token.ts'
import { signIn } from './sign-in/sign-in.ts'
import { bindSessionDevices, keyIn, upsertTerminal } from './device/session-device-store.ts'
import type { VendorAnswer } from './device/session-device-store.ts'
import { consumeCode, requireCorrectCode } from './codes/check-code.ts'
import { customerOfPhone } from './customers/customer-of-phone.ts'
import { signInAs } from './sign-in/sign-in-as.ts'
import type { SignedIn } from './sign-in/sign-in-as.ts'
import { linkApp, revokeOnNewDevice } from './authorisation/link-app.ts'
import { findTicket, spendTicket } from './authorisation/ticket-store.ts'

/** Rate limit: each call sends a metered request to two vendors. */
const PER_NETWORK_AND_MINUTE = 120

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

/**
 * Requests a device key from both vendors in parallel. A vendor that fails is left out: one key is
 * enough for the app. A session is bound to the answers, if it was opened on this device.
 */
async function deviceKeys(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log'>,
  { session, ip, deviceId }: Pick<Caller, 'session' | 'ip' | 'deviceId'>,
  device: { readonly firstDeviceId: string; readonly secondBlackBox: string },
): Promise<{ first?: string | undefined; second?: string | undefined }> {
  await requireAllowance(services, {
    key: `device-keys:network:${networkOf(ip)}`,
    limit: PER_NETWORK_AND_MINUTE,
    windowSeconds: 60,
  })
  if (session && !(await isDeviceOfSession(services.database, services, { session, deviceId }))) {
    throw new Refused({ kind: 'device-unconfirmed' })
  }
  const { deviceVendors: vendors } = services.providers
  if (!vendors) return {}
  const [first, second] = await Promise.all([
    answerOf(services, vendors.first, device.firstDeviceId),
    answerOf(services, vendors.second, device.secondBlackBox),
  ])
  if (session) {
    await services.database.inTransaction((tx) =>
      bindSessionDevices(tx, services, session, { first, second }),
    )
  }
  return { first: keyIn(first), second: keyIn(second) }
}

async function answerOf(
  { log }: Pick<Services, 'log'>,
  vendor: DeviceVendor,
  fingerprint: string,
): Promise<VendorAnswer | undefined> {
  try {
    return { key: await vendor.keyOf(fingerprint) }
  } catch (cause) {
    log.warn('device.no-key', { reason: faultIn(cause) })
    // What the vendor refuses is no fingerprint: the phone has withheld its own.
    return cause instanceof ProviderRefused ? undefined : { unanswered: fingerprint }
  }
}

/** Stores what the app reports about its device, together with the IP address of the request. */
async function saveTerminal(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  caller: SignedInCaller,
  terminal: Input<(typeof onboardingShapes)['saveTerminal']>,
): Promise<Record<string, never>> {
  await upsertTerminal(services, {
    customer: caller.session.customer,
    deviceId: caller.deviceId ?? '',
    terminal: { ...terminal, seenIp: caller.ip },
  })
  return {}
}

type Deps = Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today'>

type PartnerInput = Input<(typeof onboardingShapes)['registerThroughPartner']>

type Through<P extends PartnerInput['partner']> = Extract<PartnerInput, { partner: P }>

/** Registers a person sent by a partner, or signs them in if the phone has an account. */
async function registerThroughPartner(
  services: Deps,
  caller: Caller,
  input: PartnerInput,
): Promise<SignedIn> {
  await requireKnownLink(services, caller)
  return input.partner === 'wallet'
    ? throughWallet(services, caller, input)
    : throughBank(services, caller, input)
}

async function throughBank(
  services: Deps,
  caller: Caller,
  input: Through<'bank'>,
): Promise<SignedIn> {
  await requireBankPartner(services, input.gdCode)
  const code = { phone: input.mobile, purpose: 'signIn', code: input.dynamicCode } as const
  await requireCorrectCode(services, caller, code)

  return signInAs(services, caller, async (tx) => {
    const verified = { phone: input.mobile, agreed: input.agreed, bankPartnerCode: input.gdCode }
    const found = await customerOfPhone(tx, services, caller, verified)
    await consumeCode(tx, services, caller, code)
    await revokeOnNewDevice(tx, services, { customer: found.customer, caller })
    return found
  })
}

async function throughWallet(
  services: Deps,
  caller: Caller,
  input: Through<'wallet'>,
): Promise<SignedIn> {
  const pair = { ticket: input.ticket, browserSecret: caller.readSecret('authorisation') ?? '' }
  const account = await findTicket(services.database, services, pair)
  if (!account) throw new Refused({ kind: 'authorisation-failed' })

  // The phone that the app reports may have another owner by now: a code proves who has it.
  const { mobile: phone, dynamicCode, agreed } = input
  const code = { phone, purpose: 'signIn', code: dynamicCode } as const
  await requireCorrectCode(services, caller, code)

  const signedIn = await signInAs(services, caller, async (tx) => {
    if (!(await spendTicket(tx, services, pair)))
      throw new Refused({ kind: 'authorisation-failed' })
    const found = await customerOfPhone(tx, services, caller, { phone, agreed })
    const { customer } = found
    await consumeCode(tx, services, caller, code)
    await revokeOnNewDevice(tx, services, { customer, caller })
    const { provider, openId } = account
    const isAnnounced = await linkApp(tx, services, { provider, openId, customer })
    return { ...found, app: provider, isAnnounced }
  })
  caller.setSecretCookie('authorisation', undefined)
  return signedIn
}
