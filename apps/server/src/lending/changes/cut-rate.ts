import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { cutRate as cut } from '@qingzhou/domain/rate-cuts/rate-cut'
import type { Act, Deps } from '#lending/act.ts'
import { changeTerms, type NewTerms } from './defer-instalment.ts'
import { insertRateCut } from './rate-cut-store.ts'

/** Lowers the rate of a loan from a day on. */
export async function cutRate(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly annualRatePpm: bigint; readonly from: LocalDate },
): Promise<NewTerms> {
  const { annualRatePpm, from } = request
  return changeTerms(deps, act, {
    event: 'rate-cut',
    body: request,
    rule: (loan, today) => cut(loan, { annualRatePpm, from, today }),
    keep: (changed) => [insertRateCut(act, { ...changed, loanNo: request.loanNo, from })],
  })
}
