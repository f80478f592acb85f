import type { LoanSummary } from '@qingzhou/contract/bills'
import { ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { to } from '#features/repayment/links.ts'

/** What can be done about a loan that is still owed; nothing while it is not known, or settled. */
export function loanActions(loan: LoanSummary | undefined) {
  if (!loan || loan.state === 'settled') return undefined
  return (
    <ButtonPair>
      <ButtonLink kind="quiet" href={to.payEarly(loan.loanNo)}>
        提前还款
      </ButtonLink>
      <ButtonLink href={to.payInstalments(loan.loanNo)}>还款</ButtonLink>
    </ButtonPair>
  )
}
