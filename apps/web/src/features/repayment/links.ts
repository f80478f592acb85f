import { type Route, routes } from '#app/routes.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'
import { drawParam, orderParam } from '@qingzhou/contract/wire/params'

const {
  credit,
  loans,
  repayment,
  waiver,
  restructure,
  agreements,
  cards,
  evidence,
  profile,
  settlement,
  security,
  'rate-cuts': rateCuts,
} = routes

/** Links between the repayment pages. */
export const links = {
  home: link(repayment.repayHome),
  allDue: link(repayment.allDue),
  everyMonth: link(repayment.everyMonth),
  month: (month: string) => link(repayment.oneMonth, { month }),
  currentBill: link(repayment.currentBill),
  payInstalments: (loanNo?: string) => link(repayment.payInstalments, { loanNo }),
  plan: (loanNo: string) => link(repayment.loanPlan, { loanNo }),
  loanHistory: link(repayment.loanHistory),
  paymentHistory: (loanNo?: string) => link(repayment.paymentHistory, { loanNo }),
  settledLoans: link(repayment.settledLoans),
  settlementCertificate: link(settlement.chooseSettledLoans),
  chooseCertificate: link(settlement.chooseCertificate),
  iou: (loanNo: string) => link(repayment.iou, { loanNo }),
  iouBill: (loanNo: string) => link(repayment.iouBill, { loanNo }),
  payEarly: (loanNo: string) => link(repayment.payEarly, { loanNo }),
  loan: (loanNo: string) => link(repayment.loanDetail, { loanNo }),
  payment: (paymentNo: string) => link(repayment.payment, { paymentNo }),
  refund: (refundNo: string) => link(repayment.refund, { refundNo }),
  result: (requestNo: string) => link(repayment.paymentResult, { [orderParam]: requestNo }),
  loanResult: (drawNo: string) => link(loans.loanResult, { [drawParam]: drawNo }),
  limit: link(credit.limit),
  myCards: link(cards.myCards),
  channelAllBills: link(repayment.channelAllBills),
  waiver: link(waiver.payWaiver),
  rateCuts: link(rateCuts.rateCuts),
  personalisedPlan: link(restructure.chooseBills),
  billConversion: link(restructure.chooseSecondPlan),
  signedPlans: link(restructure.signedPlans),
  signedAgreements: link(agreements.signedAgreements),
  updateInformation: link(profile.updateReason),
  security: link(security.security),
  deferral: link(repayment.deferral),
  forbearance: link(repayment.forbearance),
  agreements: (loanNo: string) => link(agreements.agreementsOfLoan, { loanNo }),
  evidenceList: link(evidence.evidenceDue),
} as const

function link({ path }: Route, query: Readonly<Record<string, string | undefined>> = {}): string {
  return `#${addressWithQuery(path, query)}`
}
