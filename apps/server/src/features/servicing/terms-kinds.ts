import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { openParts } from '@qingzhou/domain/loans/loan'
import { displayYuan } from '@qingzhou/domain/money/money'
import { displayRate } from '@qingzhou/domain/money/rate'
import { product } from '@qingzhou/domain/product'
import { notify } from '#features/blocks/index.ts'
import {
  countField,
  customerField,
  dayField,
  loanField,
  proposalKind,
  rateField,
  type Approval,
  type ProposalServices,
} from '#features/proposals/index.ts'
import { enqueueRateCutAnnouncement } from '#features/rate-cuts/index.ts'
import { figuresOf, loansBeingPaid, quoteDeferral } from '#features/repayment/index.ts'
import {
  cutRate,
  deferInstalment,
  grantForbearanceOnLoan,
  offerWaiver,
  readLoans,
  type Act,
  type LoanRecord,
} from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'

type OfLoan = { readonly customer: CustomerNo; readonly loanNo: string }
export type Days = OfLoan & { readonly days: number }

export const ofLoan = { customer: customerField, loanNo: loanField }

export async function requireLoan(
  { database }: ProposalServices,
  { customer, loanNo }: OfLoan,
): Promise<LoanRecord> {
  const record = (await readLoans(database, customer)).find((one) => one.loanNo === loanNo)
  if (!record) throw new Refused({ kind: 'loan-unknown' })
  return record
}

export function actBy(customer: CustomerNo, { proposalNo, approvedBy }: Approval): Act {
  return { customer, requestNo: proposalNo, actor: approvedBy }
}

/** A payment under way was quoted on the old terms. The loan is locked by now. */
export async function requireNoPayment(
  { database }: ProposalServices,
  { customer, loanNo }: OfLoan,
): Promise<void> {
  if ((await loansBeingPaid(database, customer)).has(loanNo)) {
    throw new Refused({ kind: 'payment-running' })
  }
}

export async function notifyOfTerms(
  services: ProposalServices,
  { customer, sms }: { readonly customer: CustomerNo; readonly sms: Sms },
  { proposalNo }: Approval,
): Promise<void> {
  const message = { customer, messageNo: `${proposalNo}-terms`, sms }
  await services.database.inTransaction((tx) => notify(tx, services, message))
}

/** Moves the due date of the current instalment at the request of the customer. [D1] */
export const deferOneInstalment = proposalKind<Days>({
  kind: 'defer-instalment',
  fields: { ...ofLoan, days: countField(product.deferral.daysMax) },
  touches: ['loan'],
  describe: async (services, { days, ...loan }) => {
    const quote = await quoteOf(services, { days, ...loan })
    const { annualRatePpm, instalments } = (await requireLoan(services, loan)).loan
    const current = instalments.find(({ n }) => n === quote.n)
    const principal = current ? openParts(current).principal : quote.amount
    return [
      `第 ${quote.n} 期还款日：${quote.dueDate} → ${quote.newDueDate}`,
      `客户多付利息 ${displayYuan(quote.cost)} 元：本金 ${displayYuan(principal)} × ${displayRate(annualRatePpm)} ÷ 360 × ${days} 天`,
    ]
  },
  perform: async (services, { customer, loanNo, days }, approval) => {
    const quote = await quoteOf(services, { customer, loanNo, days })
    await deferInstalment(services, actBy(customer, approval), { loanNo, days })
    await requireNoPayment(services, { customer, loanNo })
    const { n, dueDate, newDueDate, newAmount, cost } = quote
    const sms = smsOf('deferred', {
      n: String(n),
      dueDate,
      newDueDate,
      amount: displayYuan(newAmount),
      interest: displayYuan(cost),
    })
    await notifyOfTerms(services, { customer, sms }, approval)
    return `loan=${loanNo} due=${newDueDate}`
  },
})

async function quoteOf(services: ProposalServices, { customer, loanNo, days }: Days) {
  const today = await readBusinessDate(services.database)
  return quoteDeferral(await requireLoan(services, { customer, loanNo }), { customer, days, today })
}

/** Moves all open instalments of a borrower in a disaster area. [D2] */
export const forbear = proposalKind<Days>({
  kind: 'grant-forbearance',
  fields: { ...ofLoan, days: countField(product.regionalForbearance.daysMax) },
  touches: ['loan'],
  describe: async (services, { days, ...loan }) => {
    const { loanNo } = await requireLoan(services, loan)
    return [`借据 ${loanNo}：全部未还账单的还款日顺延 ${days} 天，顺延期间计息，不计罚息`]
  },
  perform: async (services, { customer, loanNo, days }, approval) => {
    const before = (await requireLoan(services, { customer, loanNo })).loan
    const act = actBy(customer, approval)
    const { bookedOn: today } = await grantForbearanceOnLoan(services, act, { loanNo, days })
    await requireNoPayment(services, { customer, loanNo })
    const after = (await requireLoan(services, { customer, loanNo })).loan
    const { n, newDueDate, newAmount, cost } = figuresOf(before, { after, today })
    const sms = smsOf('forbearance/approved', {
      days: String(days),
      n: String(n),
      newDueDate,
      amount: displayYuan(newAmount),
      interest: displayYuan(cost),
    })
    await notifyOfTerms(services, { customer, sms }, approval)
    return `loan=${loanNo} days=${days}`
  },
})

/** Lowers the rate of one loan from a day on. */
export const cutOneRate = proposalKind<
  OfLoan & { readonly annualRatePpm: bigint; readonly from: LocalDate }
>({
  kind: 'cut-rate',
  fields: { ...ofLoan, annualRatePpm: rateField, from: dayField },
  touches: ['loan'],
  describe: async (services, { annualRatePpm, from, ...loan }) => {
    const record = await requireLoan(services, loan)
    const [was, is] = [record.loan.annualRatePpm, annualRatePpm].map(displayRate)
    return [`年化利率：${was} → ${is}，自 ${from} 起计算`]
  },
  perform: async (services, { customer, loanNo, annualRatePpm, from }, approval) => {
    const act = actBy(customer, approval)
    await cutRate(services, act, { loanNo, annualRatePpm, from })
    await requireNoPayment(services, { customer, loanNo })
    const cut = { customer, cutNo: approval.proposalNo }
    await services.database.inTransaction((tx) => enqueueRateCutAnnouncement(services)(tx, cut))
    return `loan=${loanNo} rate=${annualRatePpm}`
  },
})

/** Offers to waive shares of penalty and interest if the rest is paid at once by a day. [W1, W2] */
export const offerOneWaiver = proposalKind<
  OfLoan & {
    readonly penaltySharePpm: bigint
    readonly interestSharePpm: bigint
    readonly lastDay: LocalDate
  }
>({
  kind: 'offer-waiver',
  fields: {
    ...ofLoan,
    penaltySharePpm: rateField,
    interestSharePpm: rateField,
    lastDay: dayField,
  },
  touches: ['loan'],
  describe: async (services, { penaltySharePpm, interestSharePpm, lastDay, ...loan }) => {
    await requireLoan(services, loan)
    return [
      `减免方案：罚息减免 ${displayRate(penaltySharePpm)}，利息减免 ${displayRate(interestSharePpm)}，${lastDay} 前（含当日）一次付清有效`,
    ]
  },
  perform: async (services, { customer, loanNo, ...offer }, approval) => {
    const { offerNo } = await offerWaiver(services, actBy(customer, approval), { loanNo, ...offer })
    await services.database.inTransaction((tx) =>
      services.tasks.add(tx, {
        kind: 'announce-offer',
        payload: { customer, offerNo },
        key: `${customer}:${offerNo}`,
      }),
    )
    return `offer=${offerNo}`
  },
})
