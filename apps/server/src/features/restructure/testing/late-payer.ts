import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { openSession, passSession } from '#features/identity/face/face-session-store.ts'
import { getPerson } from '#features/identity/index.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  disburseLoan,
  newPayer,
  newOrderRequestNo,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import type { TestProduct } from '#testing/product.ts'

/** A customer with two overdue loans. */
export type LatePayer = Payer & { readonly loanNos: readonly string[] }

export const contacts = [
  { name: '沈建国', relation: '02', mobile: '13800000001' },
  { name: '林晓', relation: '06', mobile: '13800000002' },
]

export async function newLatePayer(product: TestProduct): Promise<LatePayer> {
  const payer = await newPayer(product)
  const second = await disburseLoan(product, payer)
  await skipDays(product.services, 40)
  return { ...payer, loanNos: [payer.loanNo, second].toSorted() }
}

/** Saves a choice; returns the plan number. */
export async function savePlanChoice(
  { client, loanNos }: LatePayer,
  { months = 12 }: { readonly months?: number } = {},
): Promise<string> {
  const request = { loanNos: [...loanNos], months, choose: true }
  const { openPlan } = await client.api.restructure.quote(request)
  return openPlan?.planNo ?? ''
}

/** Matches name and ID number of the borrower. */
export async function matchBorrower(
  product: TestProduct,
  payer: LatePayer,
  planNo: string,
): Promise<void> {
  const { services } = product
  const person = await getPerson(services.database, services, payer.customer)
  const { name, idNumber: no } = person
  const deed = { purpose: 'plan', businessNo: planNo } as const
  await payer.client.api.identity.matchCustomer({ name, no, ...deed })
}

/** Marks the face check as passed; the camera check has its own tests. */
export async function passFaceCheck(
  { services }: TestProduct,
  { customer }: LatePayer,
  planNo: string,
): Promise<void> {
  const key = { customer, faceSessionNo: crypto.randomUUID() }
  const check = { ...key, purpose: 'plan', businessNo: planNo } as const
  const faceSessionNo = await openSession(services.database, services, check)
  await services.database.inTransaction((tx) =>
    passSession(tx, services, { customer, faceSessionNo }),
  )
}

type SignPlanInput = Input<(typeof restructureShapes)['sign']>

/** Completes all steps before the signature and returns the request to sign. */
export async function readyToSign(
  product: TestProduct,
  payer: LatePayer,
  { months = 12 }: { readonly months?: number } = {},
): Promise<SignPlanInput> {
  const { restructure } = payer.client.api
  const planNo = await savePlanChoice(payer, { months })
  await matchBorrower(product, payer, planNo)
  await restructure.saveContacts({ part: 'contacts', planNo, contacts })
  const { cardId } = payer.card
  await restructure.saveContacts({ part: 'card', planNo, cardId })
  await passFaceCheck(product, payer, planNo)
  return newSignRequest(payer, { planNo, months })
}

const event = { prodSubNo: '103001', channelCode: '000000000004', hasFund: false } as const

/** The request to sign the current quote. */
export async function newSignRequest(
  { client, loanNos }: LatePayer,
  { planNo, months }: { readonly planNo: string; readonly months: number },
): Promise<SignPlanInput> {
  const { quote } = await client.api.restructure.quote({ loanNos: [...loanNos], months })
  const request = { ...event, eventType: '0501', plan: { planNo } } as const
  const { agreements } = await client.api.agreements.toConfirm(request)
  return {
    requestNo: newOrderRequestNo(),
    planNo,
    quoteId: quote.quoteId,
    costSheetDigest: quote.costSheet.digest,
    agreed: agreements.map(({ code, version }) => ({ code, version })),
  }
}
