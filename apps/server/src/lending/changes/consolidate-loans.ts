import { quotePlan } from '@qingzhou/domain/restructure/personalised-plan'
import { orRefuse, Refused } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { dayFor } from '#lending/change.ts'
import { converted, type Converted } from './convert.ts'
import { lockLoans } from '#lending/loans/loan-store.ts'
import { checkNumber, isNumber } from '#lending/numbers.ts'

export type JoinRequest = {
  readonly loanNos: readonly string[]
  readonly months: number
  /** Names the card that the new instalments are debited from. */
  readonly cardId: string
}

/** Joins late loans into one new IOU, longer and at a lower rate: exactly what its trial says. */
export async function consolidateLoans(
  deps: Deps,
  act: Act,
  request: JoinRequest,
): Promise<Converted> {
  const { months, cardId } = request
  checkNumber(cardId)
  const loanNos = [...new Set(request.loanNos)]
  return perform(deps, act, {
    name: 'join-loans',
    body: request,
    load: (tx) => lockLoans(tx, { customer: act.customer, loanNos: loanNos.filter(isNumber) }),
    decide: (old, books) => {
      if (old.length < loanNos.length) throw new Refused({ kind: 'loan-unknown' })
      const today = dayFor(old, books.today)
      const restructured = orRefuse(quotePlan(old, { months, today }))
      const now = deps.now()
      return converted({ act, old, restructured, origin: 'personalised-plan', cardId, today, now })
    },
  })
}
