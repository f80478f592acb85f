import type { RateCut, rateCutsShapes } from '@qingzhou/contract/features/repayment/rate-cuts'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { displayAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import { sum, ZERO, type Money } from '@qingzhou/domain/money/money'
import { purposeName } from '#features/loans/index.ts'
import type { CutOrder, LoanRecord, RateCutRecord } from '@qingzhou/lending/index'
import { cutRates, readLoans, readRateCuts } from '@qingzhou/lending/index'
import { minutesAfter } from '@qingzhou/platform/clock'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import type { TaskPayloads } from '@qingzhou/platform/tasks/task-kinds'

type Answers = { [C in keyof typeof rateCutsShapes]: Output<(typeof rateCutsShapes)[C]> }

const PAGE = 10

/** The purpose shown for a converted loan, which has none of its own. */
const CONVERTED = '账单分期'

/** The customer's loans with a rate cut, newest cut first. */
export async function rateCuts(
  { database }: Pick<Services, 'database'>,
  customer: CustomerNo,
  { pageNo }: { readonly pageNo: number },
): Promise<Answers['list']> {
  const [cuts, loans] = await Promise.all([
    readRateCuts(database, customer),
    readLoans(database, customer),
  ])
  const from = (pageNo - 1) * PAGE
  return {
    cuts: cuts.slice(from, from + PAGE).flatMap((cut) => shownCut(cut, loans)),
    savedTotal: sum(cuts.map(({ saved }) => saved)),
    hasMore: cuts.length > from + PAGE,
  }
}

/** One rate cut with the plans before and after it, from the first changed instalment. */
export async function rateCut(
  { database }: Pick<Services, 'database'>,
  customer: CustomerNo,
  { cutNo }: { readonly cutNo: string },
): Promise<Answers['detail']> {
  const cuts = await readRateCuts(database, customer)
  const record = cuts.find((one) => one.cutNo === cutNo)
  const loans = record ? await readLoans(database, customer) : []
  const [cut] = record ? shownCut(record, loans) : []
  // Return the same error for another customer's rate cut as for a missing one.
  if (!record || !cut) throw new Refused({ kind: 'page-data-missing' })
  const feeOf = feesOf(loans, record)
  return {
    cut,
    instalments: record.instalments.map(({ n, dueDate, before, after }) => ({
      n,
      dueDate,
      fee: feeOf(n),
      before: { ...before, amount: sum([before.principal, before.interest, feeOf(n)]) },
      after: { ...after, amount: sum([after.principal, after.interest, feeOf(n)]) },
    })),
    interestBefore: sum(record.instalments.map(({ before }) => before.interest)),
    interestAfter: sum(record.instalments.map(({ after }) => after.interest)),
  }
}

/** The service fee by instalment: a rate cut does not change it, so the plan still has it. */
function feesOf(
  loans: readonly LoanRecord[],
  { loanNo }: RateCutRecord,
): (instalmentNo: number) => Money {
  const plan = loans.find((one) => one.loanNo === loanNo)?.loan.instalments ?? []
  return (instalmentNo) => plan.find(({ n }) => n === instalmentNo)?.due.fee ?? ZERO
}

function shownCut(cut: RateCutRecord, loans: readonly LoanRecord[]): RateCut[] {
  const { cutNo, loanNo, oldRatePpm, newRatePpm, from, saved, instalments } = cut
  const record = loans.find((one) => one.loanNo === loanNo)
  if (!record) return []
  const { loan, purpose } = record
  return [
    {
      cutNo,
      loanNo,
      purposeName: purpose === undefined ? CONVERTED : purposeName(purpose),
      amount: loan.amount,
      drawnOn: loan.start,
      oldRate: oldRatePpm,
      newRate: newRatePpm,
      from,
      saved,
      instalmentsLeft: instalments.length,
    },
  ]
}

type PlannedCut = TaskPayloads['cut-rates']
type Deps = Pick<Services, 'database' | 'tasks'>

/** The end of day runs planned rate cuts; this retry is for one planned after it. */
const WAIT_MINUTES = 30

/** Whether the business date has reached the last day at the old rate. */
export function isRateCutDue(from: LocalDate, today: LocalDate): boolean {
  return addDays(from, -1) <= today
}

/**
 * Schedules a rate cut for the last day at the old rate; a day later some periods would already
 * have ended.
 */
export async function planRateCut({ database, tasks }: Deps, order: CutOrder): Promise<void> {
  const { cutNo, actor, scope, annualRatePpm, from } = order
  const payload = { cutNo, actor, annualRatePpm: String(annualRatePpm), from, ...scope }
  await database.inTransaction((tx) => tasks.add(tx, { kind: 'cut-rates', payload, key: cutNo }))
}

/** Executes a planned rate cut, or reschedules it while the business date is too early. */
export async function runPlannedRateCut(
  services: Pick<Services, 'database' | 'tasks' | 'now' | 'log' | 'businessDate'>,
  planned: PlannedCut,
): Promise<void> {
  const order = orderOf(planned)
  if (!isRateCutDue(order.from, await services.businessDate())) {
    const runAt = minutesAfter(services.now(), WAIT_MINUTES)
    await services.database.inTransaction((tx) =>
      services.tasks.add(tx, { kind: 'cut-rates', payload: planned, key: order.cutNo, runAt }),
    )
    return
  }
  const { cut, refused } = await cutRates(services, order, {
    onCut: enqueueRateCutAnnouncement(services),
  })
  services.log.info('rate-cuts.done', { cutNo: order.cutNo, cut, refused: JSON.stringify(refused) })
}

function orderOf(planned: PlannedCut): CutOrder {
  const { cutNo, actor, grade, customer } = planned
  return {
    cutNo,
    actor,
    scope: customer === undefined ? { grade: grade ?? '' } : { customer: customerNo(customer) },
    annualRatePpm: BigInt(planned.annualRatePpm),
    from: localDate(planned.from),
  }
}

type Cut = { readonly customer: CustomerNo; readonly cutNo: string }

/** Enqueues the announcement in the transaction of the rate cut. */
export function enqueueRateCutAnnouncement({ tasks }: Pick<Services, 'tasks'>) {
  return async (tx: Transaction, { customer, cutNo }: Cut): Promise<void> => {
    const payload = { customer, cutNo }
    await tasks.add(tx, { kind: 'announce-rate-cut', payload, key: `${customer}:${cutNo}` })
  }
}

/** Announces a rate cut by SMS, once per batch even if it covers several loans. */
export async function announceRateCut(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  { customer, cutNo }: Cut,
): Promise<void> {
  const cuts = await readRateCuts(services.database, customer)
  const cut = cuts.find((one) => one.cutNo === cutNo)
  if (!cut) return
  const batchNo = cutNo.replace(`-${cut.loanNo}`, '')
  const sms = smsOf('rate-cut', { from: cut.from, rate: percentOf(cut.newRatePpm) })
  const message = { customer, messageNo: `rate-cut-${batchNo}`, sms }
  await services.database.inTransaction((tx) => enqueueSms(tx, services, message))
}

/** 108000 ppm is shown as 10.80%; further digits only if they are not zero. */
function percentOf(ppm: bigint): string {
  return displayAnnualRate(ppm).replace(/0{1,2}%$/, '%')
}
