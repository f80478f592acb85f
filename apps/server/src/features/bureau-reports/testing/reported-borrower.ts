import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { insertSigned } from '#features/agreements/agreement-store.ts'
import { insertBorrower, type InsertedBorrower } from '#features/loans/testing/inserted-borrower.ts'
import type { Services } from '#services.ts'
import type { TestProduct } from '#testing/product.ts'

export type ReportedBorrower = InsertedBorrower & {
  readonly loanNo: string
  readonly start: LocalDate
}

/** A borrower with a loan of today who has signed that the bureau may be told. */
export async function reportedBorrower(
  services: Services,
  { isAuthorised = true }: { readonly isAuthorised?: boolean } = {},
): Promise<ReportedBorrower> {
  const borrower = await insertBorrower(services)
  const { customer, cardId } = borrower
  if (isAuthorised) await authorise(services, customer)
  const act = { customer, requestNo: 'draw-1', actor: 'customer' }
  const terms = {
    amount: fen(6_000_00n),
    months: 12,
    method: 'equal-instalments',
    purpose: 'daily',
  } as const
  const { loanNo } = await drawLoan(services, act, { ...terms, cardId })
  return { ...borrower, loanNo, start: await services.businessDate() }
}

/** Signs the authorisation of the bureau. */
export async function authorise(services: Services, customer: CustomerNo): Promise<void> {
  await insertSigned(services.database, services.vault, {
    customer,
    agreementNo: `authorisation-of-${customer}`,
    code: 'bureau-authorisation',
    version: '2026.11',
    title: '个人征信查询与报送授权书',
    event: '0101',
    businessNo: 'application-1',
    loanNo: undefined,
    signedAt: services.now(),
    blocks: [],
    hash: '',
    ip: '192.0.2.1',
    deviceId: undefined,
    userAgent: 'test',
  })
}

/** Ends the days up to a date, and does what follows from each. */
export async function endDay(product: TestProduct, until: LocalDate): Promise<void> {
  await product.services.endOfDay(until, { debits: 'ignore' })
  await product.runTasks()
}
