import type { AgreementEvent } from '@qingzhou/contract/features/agreements'
import type { CostSheet, PlannedInstalment } from '@qingzhou/contract/features/loans'
import type { Block } from '@qingzhou/contract/features/reference'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { FundingShare } from '@qingzhou/domain/funding/choose-partners'
import type { ProductNo } from '@qingzhou/domain/product'
import { lender } from '@qingzhou/platform/config/brand'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { conventions } from '@qingzhou/domain/product'
import { pairs, paragraph, table } from '@qingzhou/platform/documents/document'

export function yuanOf(amount: Money): string {
  return `${displayYuan(amount)} 元`
}

export { displayRate as percentOf } from '@qingzhou/domain/money/rate'

/** The parties of a contract. */
export function parties({ borrower }: Facts, roles: { lends: string }): Block {
  return pairs({
    [roles.lends]: lender.company,
    金融许可证号: lender.licenceNo,
    住所: lender.address,
    '乙方（借款人）': borrower.name,
    证件号码: borrower.idNumber,
    联系电话: borrower.phone,
  })
}

/** Every instalment of a plan; a blank if there is no plan. */
export function planTable(instalments: readonly PlannedInstalment[] | undefined): Block {
  if (!instalments) return paragraph(orBlank(undefined))
  const hasFees = instalments.some(({ fee }) => fee > 0n)
  return table(
    ['期数', '还款日', '本金', '利息', ...(hasFees ? ['服务费'] : []), '优惠', '应还'],
    instalments.map(({ n, dueDate, principal, interest, fee, given: discount, amount }) => [
      String(n),
      dueDate,
      ...[principal, interest, ...(hasFees ? [fee] : []), discount, amount].map(displayYuan),
    ]),
  )
}

/**
 * The clause on late payment. With a cost sheet it states the loan's own late rate and cap; without
 * one, the general rule.
 */
export function lateClause(costSheet: CostSheet | undefined): string {
  const how = costSheet?.late.find(({ name }) => name === '罚息')?.how
  if (how !== undefined) return `到期未还的，计收罚息：${how}。罚息不计复利。`
  return `到期未还的，自还款日次日起按逾期本金逐日计收罚息，${lateRateText}；逾期 ${conventions.late.graceDays} 天内还清的，不收罚息。罚息不计复利。`
}

/**
 * The general late rate rule: a multiple of the contract rate, capped at the limit that applies on
 * the day of the draw.
 */
export const lateRateText = `罚息利率为合同利率的 ${Number(conventions.late.ratePercent) / 100} 倍，且不超过放款当日适用的综合年化成本上限`

export const LENDER_ROLE = '甲方（贷款人）'

const BLANK = '（签署时填入）'

/** Facts for visitors who are not signed in: every field shows that it is filled in at signing. */
export const blankFacts: Facts = {
  borrower: { name: BLANK, idNumber: BLANK, phone: BLANK },
}

/** The text, or the blank if there is no draw to take it from. */
export function orBlank(text: string | undefined): string {
  return text ?? BLANK
}

/** The quoted draw that the loan agreements are written for. */
export type LoanFacts = {
  readonly productNo: ProductNo
  readonly amount: Money
  readonly months: number
  readonly methodName: string
  readonly purposeName: string
  readonly annualRatePpm: bigint
  readonly annualCostPpm: bigint
  readonly card: { readonly bankName: string; readonly lastFour: string }
  readonly plan: readonly PlannedInstalment[]
  readonly totalInterest: Money
  readonly totalFees: Money
  readonly totalDiscount: Money
  readonly totalAmount: Money
  /** Who funds it together with the lender. */
  readonly partners: readonly FundingShare[]
  readonly costSheet: CostSheet
}

/** The quoted deferral of an instalment. */
export type DeferralFacts = {
  readonly originalAmount: Money
  readonly drawnOn: LocalDate
  readonly annualRatePpm: bigint
  readonly n: number
  readonly days: number
  readonly dueDate: LocalDate
  readonly newDueDate: LocalDate
  readonly amount: Money
  readonly newAmount: Money
  readonly cost: Money
}

/** The quoted forbearance: the new due dates of all open instalments, shown by the first of them. */
export type ForbearanceFacts = DeferralFacts

/** The quoted new loan that replaces existing debt. */
type ReplacementLoanFacts = {
  readonly amount: Money
  readonly months: number
  readonly annualRatePpm: bigint
  readonly annualCostPpm: bigint
  readonly plan: readonly PlannedInstalment[]
  readonly totalInterest: Money
  readonly totalAmount: Money
  readonly costSheet: CostSheet
}

/** The quoted consolidation plan for overdue loans. */
export type ConsolidationPlanFacts = ReplacementLoanFacts & {
  /** The loans it replaces, each with its payoff amount on that day. */
  readonly from: readonly {
    readonly loanNo: string
    readonly drawnOn: LocalDate
    readonly drawn: Money
    readonly owed: Money
  }[]
  readonly parts: {
    readonly fee: Money
    readonly penalty: Money
    readonly interest: Money
    readonly principal: Money
  }
  readonly oldRatePpm: bigint
  readonly saved: Money
  readonly card: { readonly bankName: string; readonly lastFour: string }
}

/** The quoted bill conversion. */
export type BillConversionFacts = ReplacementLoanFacts & {
  readonly originalAmount: Money
  readonly drawnOn: LocalDate
  readonly n: number
  readonly dueDate: LocalDate
}

/** A card that is to be debited without a code, with its bank's limits. */
export type CardFacts = {
  readonly bankName: string
  readonly lastFour: string
  readonly singleLimit: Money
  readonly dayLimit: Money
}

/** The business that agreements are written for. */
export type AgreementSubject = {
  readonly loan?: LoanFacts | undefined
  readonly deferral?: DeferralFacts | undefined
  readonly forbearance?: ForbearanceFacts | undefined
  readonly plan?: ConsolidationPlanFacts | undefined
  readonly billConversion?: BillConversionFacts | undefined
  readonly card?: CardFacts | undefined
}

/**
 * The facts that fill in an agreement. Business facts are unset before sign-in: the text then shows
 * blanks.
 */
export type Facts = AgreementSubject & {
  /** The product to write for while there is no draw. */
  readonly productNo?: ProductNo | undefined
  readonly borrower: { readonly name: string; readonly idNumber: string; readonly phone: string }
}

/** The cost sheet of the business; undefined for an application or a deferral. */
export function costSheetIn({
  loan,
  plan,
  billConversion,
}: AgreementSubject): CostSheet | undefined {
  return (loan ?? plan ?? billConversion)?.costSheet
}

/** One agreement. The page in the app and the PDF are both rendered from what `write` returns. */
export type Template = {
  readonly code: string
  /** Changes with every change of the text; stored with each signature. */
  readonly version: string
  readonly title: string
  readonly event: AgreementEvent
  /** A second event at which it is signed. */
  readonly alsoAt?: AgreementEvent
  /** Ticked separately, because the law requires separate consent. */
  readonly isSeparate: boolean
  readonly onlyForUnionLoans: boolean
  /** Signed only by who applies inside the payment app, which then checks the face. */
  readonly onlyInPaymentApp?: true
  readonly write: (facts: Facts) => readonly Block[]
}
