import type { AgreementEvent } from '@qingzhou/contract/agreements'
import type { Template } from '#features/agreements/template.ts'
import { bureauAuthorisation, debitAuthorisation } from './debit-authorisation.ts'
import { costSheetPaper } from './cost-sheet.ts'
import { creditContract, loanContract, unionLoan } from './loan-contract.ts'
import { delayAgreement } from './delay-agreement.ts'
import { planAgreement } from './plan-agreement.ts'
import { secondAgreement } from './second-agreement.ts'
import { personalInformation } from './personal-information.ts'

/** Every agreement, in the order in which they are read. */
const templates: readonly Template[] = [
  creditContract,
  personalInformation,
  bureauAuthorisation,
  loanContract,
  unionLoan,
  planAgreement,
  secondAgreement,
  debitAuthorisation,
  delayAgreement,
]

/** What has to be agreed to at an event. */
export function templatesFor(
  event: AgreementEvent,
  { isUnionLoan }: { readonly isUnionLoan: boolean },
): readonly Template[] {
  return templates.filter(
    (template) =>
      (template.event === event || template.alsoAt === event) &&
      (isUnionLoan || !template.onlyForUnionLoans),
  )
}

export { costSheetPaper }
