import { findPerson } from '#features/identity/index.ts'
import {
  cardWith,
  onAnotherPhone,
  photograph,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { changePhone } from '#features/profile/testing/mover.ts'
import { seenFor } from '#features/profile/testing/seen.ts'
import type { TestProduct } from '#testing/product.ts'

/** What somebody leaves behind: an older card, an older phone, and a paper of ours with a code. */
export type Past = { readonly newPhone: string; readonly checkCode: string }

let requests = 0

/** Signs in anew, shows a card with another name, has all accounts stated, and changes the phone, which ends the session. */
export async function pastOf(product: TestProduct, holder: Applicant): Promise<Past> {
  const { database } = product.services
  const applicant = await onAnotherPhone(product, holder)
  const { client, customer } = applicant
  const person = await findPerson(database, product.services, customer)
  const card = cardWith({ no: person?.idNumber ?? '', name: '沈清和' })
  product.advance(61)
  await photograph(product, { customer }, { no: card.no })
  await seenFor(product, applicant, { what: 'name', reason: 'renamed' })
  await client.api.profile.amend({ act: 'change', what: 'name', reason: 'renamed', ...card })

  requests += 1
  const requestNo = `past-${String(requests).padStart(8, '0')}`
  const { certificates } = await client.api.settlement.apply({ requestNo, kind: 'statement' })

  const mover = { ...applicant, newPhone: newPhone() }
  await changePhone(product, mover)
  await product.runTasks()
  return { newPhone: mover.newPhone, checkCode: certificates[0]?.checkCode ?? '' }
}
