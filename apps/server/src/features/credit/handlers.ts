import type { OpenDraw, creditShapes } from '@qingzhou/contract/features/credit'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { currentStep, progress } from './progress.ts'
import { openOrResume, submit } from './open-or-resume.ts'
import {
  localDate,
  addMonths,
  daysBetween,
  type LocalDate,
} from '@qingzhou/domain/calendar/local-date'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { availableLimit } from '@qingzhou/domain/credit/limit'
import type { Loan } from '@qingzhou/domain/loans/loan'
import { sum, type Money } from '@qingzhou/domain/money/money'
import { billsOf } from '@qingzhou/domain/repayment/bill'
import type { Output } from '@qingzhou/contract/wire/shape'
import { readDrawerBooks, readOpenLoans, type LimitRecord } from '@qingzhou/lending/index'
import { Refused } from '@qingzhou/platform/refused'
import { findPause } from '#features/blocks/index.ts'
import { decideApplication } from './decide-application.ts'
import { endCreditReview } from './referral/review-credit.ts'
import { reviewLimits } from './review/review-limits.ts'

/** The draw in progress of a customer; implemented by the feature of draws. */
type OpenDrawOf = (customer: CustomerNo) => Promise<OpenDraw | undefined>

export function creditHandlers(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'today' | 'businessDate' | 'providers'
  >,
  { openDrawOf }: { readonly openDrawOf: OpenDrawOf },
): Handlers<Callers>['credit'] {
  const openDraw = ({ session }: SignedInCaller) => openDrawOf(session.customer)
  return {
    currentStep: async (_, caller) => {
      const answer = await currentStep(services, caller)
      // A draw is begun with a limit, and goes on while the card is renewed.
      const mayDraw = answer.step === 'limit' || answer.step === 'identity'
      return { ...answer, ...(mayDraw && drawNumber(await openDraw(caller))) }
    },
    progress: async (_, caller) => ({
      ...(await progress(services, caller)),
      ...drawNumber(await openDraw(caller)),
    }),
    open: (input, caller) => openOrResume(services, caller, input),
    submit: (input, caller) => submit(services, caller, input),
    limit: async (_, caller) => {
      const [limit, draw] = await Promise.all([creditLimit(services, caller), openDraw(caller)])
      return { ...limit, openDraw: draw }
    },
  }
}

function drawNumber(draw: OpenDraw | undefined) {
  return draw && { drawNo: draw.drawNo }
}

export function creditTasks(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today' | 'businessDate'
  >,
): TaskHandlers<'decide-application' | 'end-credit-review' | 'review-limits'> {
  return {
    'decide-application': ({ customer, applyNo }) =>
      decideApplication(services, { customer: customerNo(customer), applyNo }),
    'end-credit-review': ({ applyNo }) => endCreditReview(services, applyNo),
    'review-limits': ({ date, afterCustomer = '' }) =>
      reviewLimits(services, { date: localDate(date), after: afterCustomer }),
  }
}

type Answer = Output<(typeof creditShapes)['limit']>

/** The limit and the next amount due. */
async function creditLimit(
  services: Pick<Services, 'database'>,
  caller: SignedInCaller,
): Promise<Answer> {
  const { customer } = caller.session
  const [books, loans] = await services.database.together((db) =>
    Promise.all([readDrawerBooks(db, customer), readOpenLoans(db, customer)]),
  )
  if (!books) throw new Refused({ kind: 'limit-unknown' })

  const { today, limit, openLoans } = books
  const state = stateOn(today, limit)
  const hasPlan = openLoans.some(({ origin }) => origin === 'consolidation-plan')
  const pause =
    state === 'frozen' ? ((await findPause(services.database, customer)) ?? 'review') : undefined
  return {
    state,
    ...(pause && { pause: pause === 'review' && hasPlan ? 'plan' : pause }),
    total: limit.granted,
    used: limit.used,
    available: availableLimit(limit),
    annualRate: limit.annualRatePpm,
    validUntil: limit.validUntil,
    dueSoon: dueSoon(
      loans.map(({ loan }) => loan),
      today,
    ),
  }
}

function stateOn(today: LocalDate, { state, validUntil }: LimitRecord): Answer['state'] {
  return state === 'open' && today > validUntil ? 'expired' : state
}

/**
 * All overdue amounts with penalty; if there are none, all amounts of the next due date within a
 * month.
 */
function dueSoon(loans: readonly Loan[], today: LocalDate): Answer['dueSoon'] {
  const open = loans.flatMap((loan) => openInstalments(loan, today))
  const late = open.filter(({ dueDate }) => dueDate < today)
  if (late.length > 0) return billOf(late, today)

  const soon = open.filter(({ dueDate }) => dueDate <= addMonths(today, 1))
  const first = earliest(soon)
  const next = soon.filter(({ dueDate }) => dueDate === first)
  return billOf(next, today)
}

type Open = { readonly dueDate: LocalDate; readonly amount: Money }

function openInstalments(loan: Loan, today: LocalDate): Open[] {
  return billsOf(loan, today).filter(({ state }) => state !== 'settled')
}

function billOf(instalments: readonly Open[], today: LocalDate): Answer['dueSoon'] {
  const dueDate = earliest(instalments)
  if (dueDate === undefined) return undefined
  const amount = sum(instalments.map((instalment) => instalment.amount))
  const days = Math.abs(daysBetween({ from: today, to: dueDate }))
  return { amount, dueDate, isOverdue: dueDate < today, days }
}

function earliest(instalments: readonly Open[]): LocalDate | undefined {
  return instalments.map(({ dueDate }) => dueDate).toSorted()[0]
}
