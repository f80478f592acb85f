import type { LoanSummary } from '@qingzhou/contract/features/bills'
import { ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { links } from '#features/repayment/links.ts'

/** The actions of an open loan; undefined while loading or when settled. */
export function loanActions(loan: LoanSummary | undefined) {
  if (!loan || loan.state === 'settled') return undefined
  return (
    <ButtonPair>
      <ButtonLink kind="quiet" href={links.payEarly(loan.loanNo)}>
        提前还款
      </ButtonLink>
      <ButtonLink href={links.payInstalments(loan.loanNo)}>还款</ButtonLink>
    </ButtonPair>
  )
}
