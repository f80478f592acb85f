import type { profileShapes } from '@qingzhou/contract/features/profile'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { product } from '@qingzhou/domain/product'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { amendIdCard, cardQuotas, mayAmend } from '#features/identity/index.ts'
import type { Services } from '#services.ts'
import { amendDetails, detailQuotas, mayAmendDetails } from './amend-details.ts'

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
export async function amend(
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
