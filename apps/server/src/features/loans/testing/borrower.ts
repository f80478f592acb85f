import type { BoundCard } from '@qingzhou/contract/features/cards'
import type { LoanRequest } from '#features/loans/apply-for-loan.ts'
import { moveApplication } from '#features/applications/index.ts'
import { bindNewCard, readyToBind } from '#features/cards/testing/cardholder.ts'
import { openSession, passSession } from '#features/identity/face/face-session-store.ts'
import type { Applicant } from '#features/identity/testing/applicant.ts'
import { openLimit } from '@qingzhou/lending/index'
import { latestCode } from '#features/onboarding/testing/visitor.ts'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { TestProduct } from '#testing/product.ts'

export type TestBorrower = Applicant & { readonly card: BoundCard }

/** A borrower with a card and a limit. */
export async function newBorrower(
  product: TestProduct,
  { limit = fen(50_000_00n) }: { readonly limit?: Money } = {},
): Promise<TestBorrower> {
  const applicant = await readyToBind(product)
  const card = await bindNewCard(product, applicant)
  const { services } = product
  const { customer } = applicant
  await services.database.inTransaction(async (tx) => {
    for (const type of ['basic-info-saved', 'company-info-saved', 'submitted', 'approved'] as const)
      await moveApplication(tx, services, customer, { type })
  })
  const act = { customer, requestNo: 'limit-of-a-test', actor: 'system' }
  await openLimit(services, act, { amount: limit, grade: 'C', lender: 'consumer-finance' })
  return { ...applicant, card }
}

export type Wish = Partial<
  Pick<LoanRequest, 'amount' | 'months' | 'method' | 'purposeCode' | 'couponNo'>
>

let requests = 0

export function newRequestNo(): string {
  requests += 1
  return `request-${String(requests).padStart(8, '0')}`
}

/** Quotes a draw and reads all documents, as the app does before an application. */
export async function readyToApply(
  { client, card }: TestBorrower,
  wish: Wish = {},
): Promise<LoanRequest> {
  const { purposeCode = 'daily', ...asked } = wish
  const terms = {
    amount: fen(12_000_00n),
    months: 12,
    method: 'equal-instalments' as const,
    ...asked,
  }
  const quote = await client.api.loans.quote(terms)
  const agreed = await agreedTexts({ client }, { ...terms, cardId: card.cardId, purposeCode })
  return {
    ...terms,
    requestNo: newRequestNo(),
    purposeCode,
    cardId: card.cardId,
    quoteId: quote.quoteId,
    costSheetDigest: quote.costSheet.digest,
    agreed,
  }
}

type AskedDraw = Pick<
  LoanRequest,
  'amount' | 'months' | 'method' | 'couponNo' | 'cardId' | 'purposeCode'
>

async function agreedTexts({ client }: Pick<TestBorrower, 'client'>, draw: AskedDraw) {
  const asked = { prodSubNo: '103001', channelCode: '000000000004', hasFund: false, draw } as const
  const texts = await Promise.all(
    (['0301', '0302'] as const).map((eventType) =>
      client.api.agreements.toConfirm({ ...asked, eventType }),
    ),
  )
  return texts.flatMap(({ agreements }) =>
    agreements.map(({ code, version }) => ({ code, version })),
  )
}

/** Requests and enters the SMS code that confirms a draw. */
export async function confirmByCode(
  product: TestProduct,
  { client, phone }: Pick<TestBorrower, 'client' | 'phone'>,
): Promise<void> {
  product.advance(61)
  await client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
  const dynamicCode = await latestCode(product, phone)
  await client.api.onboarding.checkPurposeCode({ purpose: 'loan', dynamicCode })
}

/** Marks the face check as passed; other tests cover the camera. */
export async function passFace(
  { services }: TestProduct,
  { customer }: Pick<TestBorrower, 'customer'>,
  drawNo: string,
): Promise<void> {
  const session = { customer, faceSessionNo: crypto.randomUUID() }
  const check = { ...session, purpose: 'loan', businessNo: drawNo } as const
  await openSession(services.database, services, check)
  await services.database.inTransaction((tx) => passSession(tx, services, session))
}

/** A draw that the borrower has confirmed; the bank has not been called yet. */
export async function executeDraw(
  product: TestProduct,
  borrower: TestBorrower,
  wish: Wish = {},
): Promise<{ drawNo: string; request: LoanRequest }> {
  const request = await readyToApply(borrower, wish)
  const { drawNo, verification } = await borrower.client.api.loans.apply(request)
  if (verification.includes('face')) await passFace(product, borrower, drawNo)
  await confirmByCode(product, borrower)
  await borrower.client.api.loans.execute({ drawNo })
  return { drawNo, request }
}

/**
 * Advances the clock and runs the tasks that wait for the bank. The clock runs on during tasks: the
 * longer they take, the more often the bank was asked, and the later it is asked again.
 */
export async function waitForBank(product: TestProduct, seconds = 5): Promise<void> {
  const started = performance.now()
  await product.runTasks()
  product.advance(seconds + Math.floor((performance.now() - started) / 1_000))
  await product.runTasks()
}
