import type { DeferralQuote, deferralShapes } from '@qingzhou/contract/features/repayment/deferrals'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { displayYuan, subtract } from '@qingzhou/domain/money/money'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { inside, type Queryable, type Transaction } from '@qingzhou/platform/database/database'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { signAgreements } from '#features/agreements/index.ts'
import { signWithCode } from '#features/onboarding/index.ts'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { deferInstalment, lockCustomerBooks, readLoans } from '@qingzhou/lending/index'
import { loansBeingPaid } from '#features/repayment/orders/order-store.ts'
import { loanOf } from '#features/repayment/read-bills.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import { factsOfDeferral, quoteDeferral } from './quote-deferral.ts'
import { findDeferral, insertDeferral, type DeferralRecord } from './deferral-store.ts'
import { bookingNoOf, requireSameRequest } from '@qingzhou/platform/idempotency'

type DeferInput = Input<(typeof deferralShapes)['defer']>
type DeferAnswer = Output<(typeof deferralShapes)['defer']>

/**
 * Books a deferral exactly as quoted, after the borrower's SMS code: plan, ledger, signed agreement
 * and SMS in one transaction.
 *
 * The client chooses `requestNo`: a repeated request books one deferral.
 */
export async function deferRepayment(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now'>,
  caller: SignedInCaller,
  request: DeferInput,
): Promise<DeferAnswer> {
  const { customer } = caller.session
  const { dynamicCode, ...wanted } = request
  const key = { customer, requestNo: request.requestNo }
  // A retry after a lost answer may have another code; it is still the same request.
  const fingerprint = digestOf(wanted)
  const findEarlier = async (db: Queryable) => sameAnswer(await findDeferral(db, key), fingerprint)
  return signWithCode(services, caller, {
    dynamicCode,
    findEarlier: async () => findEarlier(services.database),
    sign: async (tx) => {
      await lockCustomerBooks(tx, customer)
      const meanwhile = await findEarlier(tx)
      if (meanwhile) return meanwhile
      const quote = await book(tx, services, { caller, request })
      await insertDeferral(tx, { ...key, fingerprint, quote })
      const messageNo = `${request.requestNo}-delayed`
      await enqueueSms(tx, services, { customer, messageNo, sms: messageOf(quote) })
      const { newDueDate, newAmount, cost } = quote
      return { newDueDate, newAmount, cost }
    },
  })
}

function sameAnswer(
  earlier: DeferralRecord | undefined,
  fingerprint: Buffer,
): DeferAnswer | undefined {
  if (!earlier) return undefined
  requireSameRequest(earlier, { fingerprint })
  const { newDueDate, newAmount, amount } = earlier
  return { newDueDate, newAmount, cost: subtract(newAmount, amount) }
}

async function book(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  { caller, request }: { readonly caller: SignedInCaller; readonly request: DeferInput },
): Promise<DeferralQuote> {
  const { customer } = caller.session
  const { requestNo, loanNo, days, agreed } = request
  const today = await readBusinessDate(tx)
  const record = loanOf({ loans: await readLoans(tx, customer) }, loanNo)
  const quote = quoteDeferral(record, { customer, days, today })
  if (quote.quoteId !== request.quoteId) throw new Refused({ kind: 'deferral-quote-outdated' })

  const deps = { database: inside(tx), now: services.now }
  const act = { customer, requestNo: bookingNoOf('delay', requestNo), actor: 'customer' }
  const { bookedOn } = await deferInstalment(deps, act, { loanNo, days })
  // The business date may have changed since the quote; the agreement was signed for that day.
  if (bookedOn !== today) throw new Refused({ kind: 'deferral-quote-outdated' })
  // The loan is locked now: a payment that starts later sees the deferred instalment.
  const paying = await loansBeingPaid(tx, customer)
  if (paying.has(loanNo)) throw new Refused({ kind: 'payment-running' })

  const deferral = factsOfDeferral(record, quote)
  const signing = { events: ['0401'] as const, businessNo: requestNo, agreed, deferral, loanNo }
  await signAgreements(tx, services, caller, signing)
  return quote
}

function messageOf({ n, dueDate, newDueDate, newAmount, cost }: DeferralQuote): Sms {
  return smsOf('deferred', {
    n: String(n),
    dueDate,
    newDueDate,
    amount: displayYuan(newAmount),
    interest: displayYuan(cost),
  })
}
