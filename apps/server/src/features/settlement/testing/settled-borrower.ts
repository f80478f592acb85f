import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { fen } from '@qingzhou/domain/money/money'
import { readLoans, repayInFull } from '@qingzhou/lending/index'
import { drawLoan as draw } from '@qingzhou/lending/testing/draw-loan'
import { insertBorrower, type InsertedBorrower } from '#features/loans/testing/inserted-borrower.ts'
import { openSession } from '#features/sessions/index.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

export type TestBorrower = InsertedBorrower & { readonly client: Client }

/** Creates a signed-in customer with an unused limit. */
export async function newBorrower(product: TestProduct): Promise<TestBorrower> {
  const { services } = product
  const planted = await insertBorrower(services)
  const { token, secret } = await openSession(services.database, services, {
    customer: planted.customer,
    deviceId: 'device-of-a-test',
  })
  const client = product.client()
  client.token = token
  client.cookies.set('qz_session', secret)
  return { ...planted, client }
}

let requests = 0

export function newRequestNo(): string {
  requests += 1
  return `request-${String(requests).padStart(8, '0')}`
}

export function actOf({ customer }: TestBorrower) {
  return { customer, requestNo: newRequestNo(), actor: 'customer' }
}

/** Draws one more loan today. */
export async function drawLoan(
  { services }: TestProduct,
  borrower: TestBorrower,
  changes: Partial<Parameters<typeof draw>[2]> = {},
): Promise<string> {
  const { loanNo } = await draw(services, actOf(borrower), {
    amount: fen(1_200_00n),
    months: 3,
    method: 'equal-instalments',
    purpose: 'daily',
    cardId: borrower.cardId,
    ...changes,
  })
  return loanNo
}

/** Repays a loan in full. */
export async function payOffLoan(
  { services }: TestProduct,
  borrower: TestBorrower,
  loanNo: string,
): Promise<void> {
  const { customer, cardId } = borrower
  const loans = await readLoans(services.database, customer)
  const stored = loans.find((one) => one.loanNo === loanNo)
  if (!stored) throw new Error(`loan ${loanNo} not found`)
  const amount = payoffOn(await services.businessDate(), stored.loan)
  await repayInFull(services, actOf(borrower), { loanNo, amount, cardId })
}

/** Draws a loan and repays it in full. */
export async function settledLoan(product: TestProduct, borrower: TestBorrower): Promise<string> {
  const loanNo = await drawLoan(product, borrower)
  await payOffLoan(product, borrower, loanNo)
  return loanNo
}

/** Follows a link as a browser does; without a client, without a session. */
export async function download(
  { app }: TestProduct,
  url: string,
  client?: Client,
): Promise<{ status: number; pdf: Buffer }> {
  const cookies = client ? [...client.cookies] : []
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ')
  const { statusCode, rawPayload } = await app.inject({ url, headers: { cookie } })
  return { status: statusCode, pdf: rawPayload }
}
