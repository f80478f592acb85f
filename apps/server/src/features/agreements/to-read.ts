import type { Agreement, AgreementEvent } from '@qingzhou/contract/agreements'
import type { SignedInCaller } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { blankFacts } from './blanks.ts'
import { factsOf } from './facts-of.ts'
import type { Facts, Matters } from './template.ts'
import { templatesFor } from './templates/templates.ts'

/** The agreements of an event before anybody is known, with blanks. */
export function agreementsForEvent(request: {
  readonly eventType: AgreementEvent
  readonly hasFund: boolean
}): readonly Agreement[] {
  const { eventType, hasFund } = request
  return written(eventType, { isUnionLoan: hasFund, facts: blankFacts })
}

/** The same, filled with the customer's own data: what is shown here is what will be signed. */
export async function agreementsToConfirm(
  services: Services,
  caller: SignedInCaller,
  { eventType, ...matters }: { readonly eventType: AgreementEvent } & Matters,
): Promise<readonly Agreement[]> {
  const { customer } = caller.session
  const facts = await factsOf(services.database, services, { customer, ...matters })
  return written(eventType, { isUnionLoan: matters.loan?.isUnionLoan ?? false, facts })
}

function written(
  event: AgreementEvent,
  { isUnionLoan, facts }: { readonly isUnionLoan: boolean; readonly facts: Facts },
): readonly Agreement[] {
  return templatesFor(event, { isUnionLoan }).map((template) => {
    const { code, version, title, isSeparate } = template
    return { code, version, title, isSeparate, blocks: [...template.write(facts)] }
  })
}
