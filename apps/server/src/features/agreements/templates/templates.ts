import { lender } from '@qingzhou/platform/config/brand'
import type { AgreementEvent } from '@qingzhou/contract/features/agreements'
import type { Template } from '#features/agreements/template.ts'
import { bureauAuthorisation, debitAuthorisation, paymentAgreement } from './debit-authorisation.ts'
import { costSheetTemplate } from './cost-sheet.ts'
import { creditContract, loanContract, unionLoan } from './loan-contract.ts'
import { deferralAgreement } from './deferral-agreement.ts'
import { forbearanceAgreement } from './forbearance-agreement.ts'
import { consolidationAgreement } from './consolidation-agreement.ts'
import { billConversionAgreement } from './bill-conversion-agreement.ts'
import { personalInformation, walletFace } from './personal-information.ts'

/** Every agreement, in reading order. */
const templates: readonly Template[] = [
  creditContract,
  personalInformation,
  walletFace,
  bureauAuthorisation,
  loanContract,
  unionLoan,
  consolidationAgreement,
  billConversionAgreement,
  debitAuthorisation,
  paymentAgreement,
  deferralAgreement,
  forbearanceAgreement,
]

export type TemplateChoice = { readonly isUnionLoan: boolean; readonly isInPaymentApp?: boolean }

/** The agreements that an event requires. */
export function templatesFor(
  event: AgreementEvent,
  { isUnionLoan, isInPaymentApp }: TemplateChoice,
): readonly Template[] {
  return templates.filter(
    (template) =>
      (template.event === event || template.alsoAt === event) &&
      // A link or an older page may ask for a partner's texts that the lender does not have.
      ((isUnionLoan && lender.partnerBank !== undefined) || !template.onlyForUnionLoans) &&
      (isInPaymentApp || !template.onlyInPaymentApp),
  )
}

export { costSheetTemplate }
