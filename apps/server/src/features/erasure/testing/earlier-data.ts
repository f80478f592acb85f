import { findPerson } from '#features/identity/index.ts'
import {
  cardWith,
  onAnotherPhone,
  photograph,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { changePhone, passFaceCheckFor } from '#features/profile/testing/phone-changer.ts'
import type { TestProduct } from '#testing/product.ts'

/**
 * Earlier data of a customer: a replaced card, a replaced phone, and a certificate with its code.
 */
export type Past = { readonly newPhone: string; readonly checkCode: string }

let requests = 0

/**
 * Signs in again, replaces the card with one of another name, requests a certificate for all
 * accounts, and changes the phone, which ends the session.
 */
export async function createPast(product: TestProduct, holder: Applicant): Promise<Past> {
  const { database } = product.services
  const applicant = await onAnotherPhone(product, holder)
  const { client, customer } = applicant
  const person = await findPerson(database, product.services, customer)
  const card = cardWith({ no: person?.idNumber ?? '', name: '沈清和' })
  product.advance(61)
  await photograph(product, { customer }, { no: card.no })
  await passFaceCheckFor(product, applicant, { what: 'name', reason: 'renamed' })
  await client.api.profile.amend({ act: 'change', what: 'name', reason: 'renamed', ...card })

  requests += 1
  const requestNo = `past-${String(requests).padStart(8, '0')}`
  const { certificates } = await client.api.settlement.apply({ requestNo, kind: 'statement' })

  const mover = { ...applicant, newPhone: newPhone() }
  await changePhone(product, mover)
  await product.runTasks()
  return { newPhone: mover.newPhone, checkCode: certificates[0]?.checkCode ?? '' }
}
