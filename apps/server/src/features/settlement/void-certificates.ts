import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { IssuedCertificate } from './certificate-store.ts'
import { countReversals, movedLoans, type Reversals } from './request-store.ts'

/** The reversals of each loan's own payments, and the loans that it moved into. */
export type ReversedPayments = {
  readonly counts: ReadonlyMap<string, Reversals>
  readonly moved: ReadonlyMap<string, readonly string[]>
}

/** The reversed payments on which the settlement of a loan relied: its own and those of new plans. */
export function reversalsOf(loanNo: string, { counts, moved }: ReversedPayments): Reversals {
  const own = counts.get(loanNo)
  const later = (moved.get(loanNo) ?? []).map((next) => reversalsOf(next, { counts, moved }))
  return later.reduce((all, one) => ({ count: all.count + one.count, last: latest(all, one) }), {
    count: own?.count ?? 0,
    last: own?.last,
  })
}

function latest({ last: left }: Reversals, { last: right }: Reversals): LocalDate | undefined {
  if (left === undefined || right === undefined) return left ?? right
  return left > right ? left : right
}

/** The facts of a settled loan. A reversal makes another fact of it, for another certificate. */
export function aboutLoan(loanNo: string, { count }: Pick<Reversals, 'count'>): string {
  return count === 0 ? `loan ${loanNo}` : `loan ${loanNo}, ${count} reversals`
}

/**
 * The day since which a certificate is void: a payment of its loan was reversed after it had been
 * issued. An account statement tells what the books had on its day, and stays valid.
 */
export async function voidSince(
  db: Queryable,
  customer: CustomerNo,
  {
    about,
    loan,
  }: { readonly about: string; readonly loan: { readonly loanNo: string } | undefined },
): Promise<LocalDate | undefined> {
  if (!loan) return undefined
  const [counts, moved] = await Promise.all([
    countReversals(db, customer),
    movedLoans(db, customer),
  ])
  const reversals = reversalsOf(loan.loanNo, { counts, moved })
  return aboutLoan(loan.loanNo, reversals) === about ? undefined : reversals.last
}

/** Refuses to hand out a certificate that is void. */
export async function requireValid(
  db: Queryable,
  customer: CustomerNo,
  certificates: readonly IssuedCertificate[],
): Promise<void> {
  for (const one of certificates) {
    const since = await voidSince(db, customer, one)
    if (since !== undefined) throw new Refused({ kind: 'certificate-void', since })
  }
}
