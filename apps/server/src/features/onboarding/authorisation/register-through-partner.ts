import type { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { Caller } from '#platform/caller.ts'
import {
  consumeCode,
  requireCorrectCode,
  type GivenCode,
} from '#features/onboarding/codes/check-code.ts'
import { customerOfPhone } from '#features/onboarding/customers/customer-of-phone.ts'
import { requireBankPartner, requireKnownLink } from '#features/onboarding/links/link-token.ts'
import { signInAs, type SignedIn } from '#features/onboarding/sign-in/sign-in-as.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { linkApp, unlinkOnNewDevice } from './link-app.ts'
import { findTicket, spendTicket, type UnlinkedAccount } from './ticket-store.ts'

type Given = Input<(typeof onboardingShapes)['registerThroughPartner']>
const CODE_MISSING = { kind: 'field-invalid', message: '请输入短信验证码' } as const

type Through<P extends Given['partner']> = Extract<Given, { partner: P }>

/** Registers a person sent by a partner, or signs them in if the phone has an account. */
export async function registerThroughPartner(
  services: Services,
  caller: Caller,
  input: Given,
): Promise<SignedIn> {
  await requireKnownLink(services, caller)
  return input.partner === 'wallet'
    ? throughWallet(services, caller, input)
    : throughBank(services, caller, input)
}

async function throughBank(
  services: Services,
  caller: Caller,
  input: Through<'bank'>,
): Promise<SignedIn> {
  await requireBankPartner(services, input.gdCode)
  const code = { phone: input.mobile, purpose: 'signIn', code: input.dynamicCode } as const
  await requireCorrectCode(services, caller, code)

  return signInAs(services, caller, async (tx) => {
    const proven = { phone: input.mobile, agreed: input.agreed, bankPartnerCode: input.gdCode }
    const found = await customerOfPhone(tx, services, caller, proven)
    await consumeCode(tx, services, caller, code)
    await unlinkOnNewDevice(tx, services, { customer: found.customer, caller })
    return found
  })
}

async function throughWallet(
  services: Services,
  caller: Caller,
  input: Through<'wallet'>,
): Promise<SignedIn> {
  const pair = { ticket: input.ticket, browserSecret: caller.readSecret('authorisation') ?? '' }
  const account = await findTicket(services.database, services, pair)
  if (!account) throw new Refused({ kind: 'authorisation-failed' })

  const { phone, code } = verifiedPhone(account, input)
  if (code) await requireCorrectCode(services, caller, code)

  const signedIn = await signInAs(services, caller, async (tx) => {
    if (!(await spendTicket(tx, services, pair)))
      throw new Refused({ kind: 'authorisation-failed' })
    const found = await customerOfPhone(tx, services, caller, { phone, agreed: input.agreed })
    const { customer, isNew } = found
    // The phone that the app reports may have another owner by now.
    if (!code && !isNew) throw new Refused(CODE_MISSING)
    if (code) {
      await consumeCode(tx, services, caller, code)
      await unlinkOnNewDevice(tx, services, { customer, caller })
    }
    const { provider, openId } = account
    const isAnnounced = await linkApp(tx, services, { provider, openId, customer })
    return { ...found, app: provider, isAnnounced }
  })
  caller.setSecretCookie('authorisation', undefined)
  return signedIn
}

/**
 * The phone to register: the app's own phone is accepted without a code, any other requires one.
 */
function verifiedPhone(
  account: UnlinkedAccount,
  { mobile, dynamicCode }: Through<'wallet'>,
): { phone: string; code?: GivenCode } {
  const phone = mobile ?? account.phone
  if (phone === undefined) throw new Refused({ kind: 'field-invalid', message: '请输入手机号' })
  if (dynamicCode === undefined) {
    if (phone === account.phone) return { phone }
    throw new Refused(CODE_MISSING)
  }
  return { phone, code: { phone, purpose: 'signIn', code: dynamicCode } }
}
