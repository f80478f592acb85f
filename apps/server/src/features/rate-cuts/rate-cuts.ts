import type { RateCut, rateCutsShapes } from '@qingzhou/contract/rate-cuts'
import type { Output } from '@qingzhou/contract/shape'
import { add, sum } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import { readLoans, readRateCuts, type LoanRecord, type RateCutRecord } from '#lending/index.ts'
import { purposeName } from '#features/loans/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

type Answers = { [C in keyof typeof rateCutsShapes]: Output<(typeof rateCutsShapes)[C]> }

const PAGE = 10

/** A loan that came from other loans was not asked for anything new. */
const CONVERTED = '账单分期'

/** The customer's loans whose rate was lowered, the newest cut first. */
export async function rateCuts(
  { database }: Services,
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

/** One cut: both plans, from the first instalment that it changed. */
export async function rateCut(
  { database }: Services,
  customer: CustomerNo,
  { cutNo }: { readonly cutNo: string },
): Promise<Answers['detail']> {
  const cuts = await readRateCuts(database, customer)
  const kept = cuts.find((one) => one.cutNo === cutNo)
  const [cut] = kept ? shownCut(kept, await readLoans(database, customer)) : []
  // Another customer's cut reads like one that never was.
  if (!kept || !cut) throw new Refused({ kind: 'page-data-missing' })
  return {
    cut,
    instalments: kept.instalments.map(({ n, dueDate, before, after }) => ({
      n,
      dueDate,
      before: { ...before, amount: add(before.principal, before.interest) },
      after: { ...after, amount: add(after.principal, after.interest) },
    })),
    interestBefore: sum(kept.instalments.map(({ before }) => before.interest)),
    interestAfter: sum(kept.instalments.map(({ after }) => after.interest)),
  }
}

function shownCut(cut: RateCutRecord, loans: readonly LoanRecord[]): RateCut[] {
  const { cutNo, loanNo, oldRatePpm, newRatePpm, from, saved, instalments } = cut
  const kept = loans.find((one) => one.loanNo === loanNo)
  if (!kept) return []
  const { loan, purpose } = kept
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
