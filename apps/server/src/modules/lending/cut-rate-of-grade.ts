import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Refusal } from '@qingzhou/domain/refusal'
import type { Queryable } from '#database/database.ts'
import { customerNo, type CustomerNo } from '#customer-no.ts'
import { Refused } from '#refused.ts'
import type { Means } from './act.ts'
import { cutRate } from './cut-rate.ts'
import { checkNumber } from './numbers.ts'

export type GradeCut = {
  /** Names the cut: run again under the same number, it goes on where it ended. */
  readonly cutNo: string
  readonly actor: string
  readonly grade: string
  readonly annualRatePpm: bigint
  readonly from: LocalDate
}

export type GradeCutProgress = {
  readonly cut: number
  /** How many loans were refused, by why: settled meanwhile, or at a lower rate already. */
  readonly refused: { readonly [Kind in Refusal['kind']]?: number }
}

type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }

const LOANS_PER_PAGE = 500
const LOANS_AT_ONCE = 8
const LOAN_NO_LENGTH = 20

/**
 * Lowers the rate of every open loan of a grade. Each loan is cut once, in a transaction of its own
 * and under a number made of the cut's and its own: killed anywhere and run again, it ends as if it
 * had been run once.
 */
export async function cutRateOfGrade(
  means: Means,
  order: GradeCut,
  onProgress: (progress: GradeCutProgress) => void = () => {},
): Promise<GradeCutProgress> {
  checkNumber(`${order.cutNo}-${'0'.repeat(LOAN_NO_LENGTH)}`)
  let progress: GradeCutProgress = { cut: 0, refused: {} }
  let page = await loansAfter(means.database, order.grade)
  while (page.length > 0) {
    for (let first = 0; first < page.length; first += LOANS_AT_ONCE) {
      const some = page.slice(first, first + LOANS_AT_ONCE)
      const refusals = await Promise.all(some.map((loan) => cutOne(means, order, loan)))
      progress = refusals.reduce(counted, progress)
    }
    onProgress(progress)
    page = await loansAfter(means.database, order.grade, page.at(-1))
  }
  return progress
}

async function cutOne(
  means: Means,
  { cutNo, actor, annualRatePpm, from }: GradeCut,
  { customer, loanNo }: LoanName,
): Promise<Refusal['kind'] | undefined> {
  try {
    const act = { customer, requestNo: `${cutNo}-${loanNo}`, actor }
    await cutRate(means, act, { loanNo, annualRatePpm, from })
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.refusal.kind
    throw error
  }
}

function counted(
  { cut, refused }: GradeCutProgress,
  refusal: Refusal['kind'] | undefined,
): GradeCutProgress {
  if (refusal === undefined) return { cut: cut + 1, refused }
  return { cut, refused: { ...refused, [refusal]: (refused[refusal] ?? 0) + 1 } }
}

/** Open loans of a grade in the order of their customers, from after one of them on. */
async function loansAfter(db: Queryable, grade: string, last?: LoanName): Promise<LoanName[]> {
  const rows = await db.query<{ customer_no: string; loan_no: string }>(
    `SELECT customer_no, loan_no FROM loans JOIN limits USING (customer_no)
      WHERE NOT is_settled AND grade = $1 AND (customer_no, loan_no) > ($2, $3)
      ORDER BY customer_no, loan_no LIMIT $4`,
    [grade, last?.customer ?? '', last?.loanNo ?? '', LOANS_PER_PAGE],
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), loanNo: row.loan_no }))
}
