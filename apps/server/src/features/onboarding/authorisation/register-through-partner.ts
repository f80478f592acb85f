import type { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { Caller } from '@qingzhou/platform/caller'
import { consumeCode, requireCorrectCode } from '#features/onboarding/codes/check-code.ts'
import { customerOfPhone } from '#features/onboarding/customers/customer-of-phone.ts'
import { requireBankPartner, requireKnownLink } from '#features/onboarding/links/link-token.ts'
import { signInAs, type SignedIn } from '#features/onboarding/sign-in/sign-in-as.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { linkApp, revokeOnNewDevice } from './link-app.ts'
import { findTicket, spendTicket } from './ticket-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today'>

type PartnerInput = Input<(typeof onboardingShapes)['registerThroughPartner']>

type Through<P extends PartnerInput['partner']> = Extract<PartnerInput, { partner: P }>

/** Registers a person sent by a partner, or signs them in if the phone has an account. */
export async function registerThroughPartner(
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
