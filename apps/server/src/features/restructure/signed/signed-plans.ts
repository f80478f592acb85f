import type {
  PlanDetail,
  SignedPlan,
  restructureShapes,
} from '@qingzhou/contract/features/restructure'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled, sumOfParts } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import { agreementsOfLoan } from '#features/agreements/index.ts'
import { boundCardOf, findCard } from '#features/cards/index.ts'
import {
  instalmentsOf,
  planLengthOf,
  loanOf,
  readBills,
  placeOrder,
} from '#features/repayment/index.ts'
import {
  readSeconds,
  type BillConversionRecord,
} from '#features/restructure/bill-conversion/bill-conversion-store.ts'
import {
  loansConsolidatedInto,
  signedMonthsByLoan,
} from '#features/restructure/personalised/plan-store.ts'
import type { LoanRecord } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { quoteRepayment } from '@qingzhou/lending/index'
import type { Services } from '#services.ts'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '@qingzhou/platform/caller'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

/** One plan in full: instalments, source loans, agreements and card. */
async function planDetail(
  services: Deps,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<PlanDetail> {
  const { database } = services
  const bills = await readBills(services, customer)
  const { today } = bills
  const record = loanOf(bills, loanNo)
  const signatures = await readSignatures(database, customer)
  const plan = planOf(record, { today, ...signatures })
  if (!plan) throw new Refused({ kind: 'loan-unknown' })

  const { cardId } = record
  const [from, agreements, card] = await Promise.all([
    findTakenOver(database, { customer, loanNo, ...signatures }),
    agreementsOfLoan(database, { customer, loanNo }),
    cardId === undefined ? undefined : findCard(database, services, { customer, cardId }),
  ])
  return {
    today,
    plan,
    instalments: instalmentsOf(record, today),
    from,
    agreements,
    card: card && boundCardOf(card),
  }
}

/** The same for a bill conversion; refuses any other loan. */
export async function convertedPlan(
  services: Deps,
  key: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<PlanDetail> {
  const detail = await planDetail(services, key)
  if (detail.plan.kind !== 'billConversion') throw new Refused({ kind: 'loan-unknown' })
  return detail
}

/** The source of a new loan: a converted bill, or the loans with their debt on that day. */
async function findTakenOver(
  db: Queryable,
  request: {
    readonly customer: CustomerNo
    readonly loanNo: string
    readonly seconds: readonly BillConversionRecord[]
  },
): Promise<PlanDetail['from']> {
  const { customer, loanNo } = request
  const billConversion = request.seconds.find((one) => one.loanNo === loanNo)
  if (billConversion)
    return [
      { loanNo: billConversion.fromLoanNo, amount: billConversion.amount, n: billConversion.n },
    ]

  return loansConsolidatedInto(db, { customer, loanNo })
}

/** Signature data that is not in the loan records. */
type Signatures = {
  readonly seconds: readonly BillConversionRecord[]
  /** The agreed number of instalments, by loan; a defaulted plan has fewer left. */
  readonly months: ReadonlyMap<string, number>
}

async function readSignatures(db: Queryable, customer: CustomerNo): Promise<Signatures> {
  const [seconds, months] = await Promise.all([
    readSeconds(db, customer),
    signedMonthsByLoan(db, customer),
  ])
  return { seconds, months }
}

/** A plan as of today; undefined for an ordinary loan. */
function planOf(
  record: LoanRecord,
  { today, seconds, months }: Signatures & { readonly today: LocalDate },
): SignedPlan | undefined {
  const { loan, loanNo, origin, defaultedOn } = record
  if (origin === 'draw') return undefined
  const instalments = instalmentsOf(record, today)
  const next = instalments.find(({ state }) => state !== 'settled')
  const billConversion = seconds.find((one) => one.loanNo === loanNo)
  return {
    loanNo,
    kind: origin === 'consolidation-plan' ? 'personalised' : 'billConversion',
    state: stateOf(record, next),
    signedOn: billConversion?.signedOn ?? loan.start,
    amount: loan.amount,
    ...lengthOf(record, months.get(loanNo)),
    annualRate: loan.annualRatePpm,
    next,
    paidCount: instalments.filter(({ state }) => state === 'settled').length,
    paidTotal: sum(instalments.map(({ paid }) => sumOfParts(paid))),
    leftTotal: sum(instalments.map(({ amount }) => amount)),
    defaultedOn,
  }
}

/** A defaulted plan shows what was agreed; a shortened one what is left of that. */
function lengthOf({ loan, defaultedOn }: LoanRecord, agreed: number | undefined) {
  const length = planLengthOf(loan)
  return defaultedOn === undefined ? length : { months: agreed ?? length.months }
}

function stateOf({ loan, defaultedOn }: LoanRecord, next: SignedPlan['next']): SignedPlan['state'] {
  if (isSettled(loan)) return 'settled'
  if (defaultedOn !== undefined) return 'broken'
  return next && next.daysOverdue > 0 ? 'overdue' : 'open'
}

type SignedPlansInput = Input<(typeof restructureShapes)['signedPlans']>
type Answer = Output<(typeof restructureShapes)['signedPlans']>

/** All plans and bill conversions, newest first; one of them in detail. */
export async function signedPlans(
  services: Deps,
  customer: CustomerNo,
  { loanNo }: SignedPlansInput,
): Promise<Answer> {
  const [{ today, loans }, signatures] = await Promise.all([
    readBills(services, customer),
    readSignatures(services.database, customer),
  ])
  const plans = loans
    .flatMap((record) => planOf(record, { today, ...signatures }) ?? [])
    .toSorted(
      (left, right) =>
        right.signedOn.localeCompare(left.signedOn) || right.loanNo.localeCompare(left.loanNo),
    )
  const detail = loanNo === undefined ? undefined : await planDetail(services, { customer, loanNo })
  return { plans, detail }
}

type RepayPlanInput = Input<(typeof restructureShapes)['repay']>
type PlaceAnswer = Output<(typeof restructureShapes)['repay']>

/** Places an ordinary payment order for instalments of a plan. */
export async function repayPlan(
  services: Deps,
  caller: SignedInCaller,
  request: RepayPlanInput,
): Promise<PlaceAnswer> {
  const { loanNo, through } = request
  return placeOrder(services, caller, {
    placing: request,
    quote: async () => {
      const bills = await readBills(services, caller.session.customer)
      const record = loanOf(bills, loanNo)
      if (record.origin === 'draw') throw new Refused({ kind: 'loan-unknown' })
      const picks = instalmentsOf(record, bills.today)
        .filter(({ n, state }) => n <= through && state !== 'settled')
        .map(({ n }) => ({ loanNo, n }))
      if (picks.length === 0) throw new Refused({ kind: 'nothing-owed' })
      const quote = quoteRepayment(bills, { kind: 'due', picks })
      if (quote.amount !== request.amount) throw new Refused({ kind: 'repayment-quote-outdated' })
      const { aim, amount, validOn: quotedOn, quoteId, orderLines: lines } = quote
      return { aim, amount, quotedOn, quoteId, lines }
    },
  })
}
