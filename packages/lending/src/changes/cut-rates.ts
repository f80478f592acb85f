import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Refusal } from '@qingzhou/domain/refusal'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '#ledger/index.ts'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Deps } from '#act.ts'
import { cutRate } from './change-terms.ts'
import { rateCutOf, readPasts } from './rate-cut-of.ts'
import { loansAfter } from './rate-cut-store.ts'
import { readLoans } from '#loans/loan-store.ts'
import { checkNumber } from '#numbers.ts'

export type CutOrder = {
  /** Identifies the cut: a run with the same number continues where the last one stopped. */
  readonly cutNo: string
  readonly actor: string
  readonly scope: { readonly grade: string } | { readonly customer: CustomerNo }
  readonly annualRatePpm: bigint
  readonly from: LocalDate
}

export type CutProgress = {
  readonly cut: number
  /**
   * The number of refused loans by reason, such as settled meanwhile or already at a lower rate.
   */
  readonly refused: { readonly [Kind in Refusal['kind']]?: number }
}

type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }

type CutOptions = {
  readonly onProgress?: (progress: CutProgress) => void
  /** Runs in the transaction of each loan's cut. `cutNo` is the number of that loan's cut. */
  readonly onCut?: (tx: Transaction, cut: LoanName & { readonly cutNo: string }) => Promise<void>
  /** Computes the outcome without writing. */
  readonly isDryRun?: boolean
}

const LOANS_PER_PAGE = 500
const LOANS_AT_ONCE = 8
const LOAN_NO_LENGTH = 20

/**
 * Lowers the rate of every open loan of a grade or of a customer. Each loan is cut once, in its own
 * transaction and under a request number made of the cut's and the loan's number, so a run that was
 * killed can be repeated safely.
 */
export async function cutRates(
  deps: Deps,
  order: CutOrder,
  alongside: CutOptions = {},
): Promise<CutProgress> {
  checkNumber(`${order.cutNo}-${'0'.repeat(LOAN_NO_LENGTH)}`)
  let progress: CutProgress = { cut: 0, refused: {} }
  let page = await loansAfter(deps.database, order.scope, {
    last: undefined,
    count: LOANS_PER_PAGE,
  })
  while (page.length > 0) {
    for (let first = 0; first < page.length; first += LOANS_AT_ONCE) {
      const some = page.slice(first, first + LOANS_AT_ONCE)
      const refusals = await Promise.all(
        some.map((loan) => cutOne(deps, order, { loan, alongside })),
      )
      progress = refusals.reduce(countCut, progress)
    }
    alongside.onProgress?.(progress)
    const last = page.at(-1)
    page = await loansAfter(deps.database, order.scope, { last, count: LOANS_PER_PAGE })
  }
  return progress
}

async function cutOne(
  deps: Deps,
  order: CutOrder,
  { loan, alongside }: { readonly loan: LoanName; readonly alongside: CutOptions },
): Promise<Refusal['kind'] | undefined> {
  try {
    if (alongside.isDryRun) await lookAt(deps, order, loan)
    else await cutLoan(deps, order, { loan, alongside })
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.refusal.kind
    throw error
  }
}

async function cutLoan(
  { database, now }: Deps,
  { cutNo: batchNo, actor, annualRatePpm, from }: CutOrder,
  { loan, alongside }: { readonly loan: LoanName; readonly alongside: CutOptions },
): Promise<void> {
  const { customer, loanNo } = loan
  const cutNo = `${batchNo}-${loanNo}`
  await database.inTransaction(async (tx) => {
    const act = { customer, requestNo: cutNo, actor }
    await cutRate({ database: inside(tx), now }, act, { loanNo, annualRatePpm, from })
    await alongside.onCut?.(tx, { ...loan, cutNo })
  })
}

async function lookAt(
  { database }: Deps,
  { annualRatePpm, from }: CutOrder,
  { customer, loanNo }: LoanName,
): Promise<void> {
  const [today, loans] = await Promise.all([
    readBusinessDate(database),
    readLoans(database, customer),
  ])
  const record = loans.find((loan) => loan.loanNo === loanNo)
  if (!record) return
  const pasts = await readPasts(database, { customer, before: record, from })
  orRefuse(rateCutOf(record, { annualRatePpm, from, today, pasts }))
}

function countCut({ cut: before, refused }: CutProgress, refusal: Refusal['kind'] | undefined) {
  if (refusal === undefined) return { cut: before + 1, refused }
  return { cut: before, refused: { ...refused, [refusal]: (refused[refusal] ?? 0) + 1 } }
}
