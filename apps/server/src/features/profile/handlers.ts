import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import type { profileShapes } from '@qingzhou/contract/features/profile'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { product } from '@qingzhou/domain/product'
import type { Services } from '#services.ts'
import { amendIdCard, cardQuotas, mayAmend } from '#features/identity/index.ts'
import { emails, readProfile } from './read-profile.ts'
import { confirmPhoneChange, type AfterPhoneChange } from './phone-change/confirm-phone-change.ts'
import { startPhoneChange } from './phone-change/start-phone-change.ts'
import { saveProfile } from './save-profile.ts'
import { amendDetails, detailQuotas, mayAmendDetails } from './amend-details.ts'

export function profileHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'files'
    | 'tasks'
    | 'now'
    | 'providers'
    | 'log'
    | 'mode'
    | 'today'
  >,
  { afterPhoneChange }: { readonly afterPhoneChange: AfterPhoneChange },
): Handlers<Callers>['profile'] {
  return {
    save: (input, caller) => saveProfile(services, caller, input),
    read: (input, caller) => readProfile(services, caller, input),
    amend: (input, caller) => amend(services, caller, input),
    startPhoneChange: (input, caller) => startPhoneChange(services, caller, input),
    confirmPhoneChange: (input, caller) =>
      confirmPhoneChange(services, { caller, afterwards: afterPhoneChange }, input),
    emails: (_, caller) => emails(services, caller.session.customer),
  }
}

type Deps = Pick<
  Services,
  | 'database'
  | 'vault'
  | 'limiter'
  | 'files'
  | 'tasks'
  | 'now'
  | 'providers'
  | 'log'
  | 'mode'
  | 'today'
>

type Shape = (typeof profileShapes)['amend']

/**
 * Returns how many amendments are left, or amends the account: by a new identity card, or the
 * contact and work details by an SMS code.
 */
async function amend(
  services: Deps,
  caller: SignedInCaller,
  input: Input<Shape>,
): Promise<Output<Shape>> {
  const { needsFace } = await applyAmendment(services, caller, input)
  const { database } = services
  const { customer } = caller.session
  const { name, issuer } = await cardQuotas(database, services, customer)
  return {
    ...(needsFace && { needsFace }),
    mayAmend: await mayAmend(database, services, customer),
    modCustNameCount: name.count,
    modCustSignOrgCount: issuer.count,
    changesMax: product.profile.changesPerYear,
    ...(name.opensOn && { nameOpensOn: name.opensOn }),
    ...(issuer.opensOn && { issuerOpensOn: issuer.opensOn }),
    mayAmendDetails: await mayAmendDetails(database, services, customer),
    details: await detailQuotas(database, services, customer),
  }
}

async function applyAmendment(
  services: Deps,
  caller: SignedInCaller,
  input: Input<Shape>,
): Promise<{ readonly needsFace: boolean }> {
  if (input.act === 'read') return { needsFace: false }
  if (input.act === 'change') {
    const { act: _, ...amendment } = input
    return amendIdCard(services, caller, amendment)
  }
  await amendDetails(services, caller, input)
  return { needsFace: false }
}
