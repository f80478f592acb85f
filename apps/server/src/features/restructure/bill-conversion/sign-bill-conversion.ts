import { assert } from '@qingzhou/domain/assert'
import type {
  restructureShapes,
  BillConversionQuote,
} from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { displayYuan } from '@qingzhou/domain/money/money'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Queryable, type Transaction } from '@qingzhou/platform/database/database'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { signAgreements } from '#features/agreements/index.ts'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import {
  lockCustomerBooks,
  readLoans,
  convertLoanBill,
  type LoanRecord,
  readDatedRows,
} from '@qingzhou/lending/index'
import { signWithCode } from '#features/onboarding/index.ts'
import { loanOf, loansBeingPaid } from '#features/repayment/index.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import { factsOfBillConversion, quoteBillConversion } from './quote-bill-conversion.ts'
import { insertBillConversion, readSeconds } from './bill-conversion-store.ts'
import { bookingNoOf, requireSameRequest } from '@qingzhou/platform/idempotency'

type SignConversionInput = Input<(typeof restructureShapes)['signBillConversion']>
type SignAnswer = Output<(typeof restructureShapes)['signBillConversion']>

/**
 * Books a bill conversion exactly as quoted, after the borrower's SMS code: loan, agreements and
 * SMS in one transaction. The client chooses `requestNo`: a repeated request books one conversion.
 */
export async function signBillConversion(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now'>,
  caller: SignedInCaller,
  request: SignConversionInput,
): Promise<SignAnswer> {
  const { customer } = caller.session
  const { requestNo, dynamicCode, ...wanted } = request
  // A retry after a lost answer may have another code; it is still the same request.
  const fingerprint = digestOf(wanted)
  const before = { customer, requestNo, fingerprint }
  return signWithCode(services, caller, {
    dynamicCode,
    findEarlier: async () => findSignedConversion(services.database, before),
    sign: async (tx) => {
      await lockCustomerBooks(tx, customer)
      const meanwhile = await findSignedConversion(tx, before)
      if (meanwhile) return meanwhile
      const { quote, loanNo } = await book(tx, services, { caller, request })
      const { loanNo: fromLoanNo, n, amount, validOn: signedOn } = quote
      await insertBillConversion(tx, { ...before, loanNo, fromLoanNo, n, amount, signedOn })
      const sms = messageOf(quote)
      await enqueueSms(tx, services, { customer, messageNo: `${loanNo}-signed`, sms })
      return { loanNo }
    },
  })
}

async function findSignedConversion(
  db: Queryable,
  request: {
    readonly customer: CustomerNo
    readonly requestNo: string
    readonly fingerprint: Buffer
  },
): Promise<SignAnswer | undefined> {
  const seconds = await readSeconds(db, request.customer)
  const earlier = seconds.find(({ requestNo }) => requestNo === request.requestNo)
  if (!earlier) return undefined
  requireSameRequest(earlier, request)
  return { loanNo: earlier.loanNo }
}

async function book(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  { caller, request }: { readonly caller: SignedInCaller; readonly request: SignConversionInput },
): Promise<{ quote: BillConversionQuote; loanNo: string }> {
  const { customer } = caller.session
  const { requestNo, loanNo: fromLoanNo, months, agreed } = request
  const today = await readBusinessDate(tx)
  const record = loanOf({ loans: await readLoans(tx, customer) }, fromLoanNo)
  const dated = await readDatedRows(tx)
  const quote = quoteBillConversion(record, { months, today, dated })
  requireAgreed(request, quote)

  const deps = { database: inside(tx), now: services.now }
  const act = { customer, requestNo: bookingNoOf('billConversion', requestNo), actor: 'customer' }
  const { loanNo } = await convertLoanBill(deps, act, { loanNo: fromLoanNo, months })
  // The loan is locked now: a payment that starts later sees the converted bill.
  const paying = await loansBeingPaid(tx, customer)
  if (paying.has(fromLoanNo)) throw new Refused({ kind: 'payment-running' })
  requireAsTried(loanOf({ loans: await readLoans(tx, customer) }, loanNo), quote)

  const billConversion = factsOfBillConversion(record, quote)
  const signed = { events: ['0502'] as const, businessNo: loanNo, agreed, billConversion, loanNo }
  await signAgreements(tx, services, caller, signed)
  return { quote, loanNo }
}

function requireAgreed(request: SignConversionInput, quote: BillConversionQuote): void {
  if (quote.quoteId !== request.quoteId) throw new Refused({ kind: 'plan-quote-outdated' })
  if (quote.costSheet.digest !== request.costSheetDigest) {
    throw new Refused({ kind: 'cost-sheet-unread' })
  }
}

/** Refuses if the business date, and with it the open amount, has changed since the quote. */
function requireAsTried({ loan, bookedUntil }: LoanRecord, quote: BillConversionQuote): void {
  const isSame = loan.amount === quote.amount && bookedUntil === quote.validOn
  if (!isSame) throw new Refused({ kind: 'plan-quote-outdated' })
}

function messageOf({ n, amount, months, plan }: BillConversionQuote): Sms {
  const [first] = plan
  assert(first !== undefined, 'a plan has a first instalment')
  return smsOf('bill-conversion-signed', {
    n: String(n),
    amount: displayYuan(amount),
    months: String(months),
    firstDue: first.dueDate,
    firstAmount: displayYuan(first.amount),
  })
}
