import { type Route, routes } from '#app/routes.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'

const { restructure, repayment, agreements } = routes

/** Links between the plan pages. */
export const links = {
  chooseBills: link(restructure.chooseBills),
  allBills: link(restructure.allBills),
  choosePlan: link(restructure.choosePlan),
  signedPlans: link(restructure.signedPlans),
  signedPlan: (loanNo: string) => link(restructure.signedPlan, { loanNo }),
  repayPlan: (loanNo: string) => link(restructure.repayPlan, { loanNo }),
  uploadDocuments: (loanNo?: string) => link(restructure.uploadDocuments, { loanNo }),
  documents: link(restructure.documents),
  chooseSecondPlan: (loanNo?: string) => link(restructure.chooseSecondPlan, { loanNo }),
  convertedPlan: (loanNo: string) => link(restructure.convertedPlan, { loanNo }),
  iou: (loanNo: string) => link(repayment.iou, { loanNo }),
  payEarly: (loanNo: string) => link(repayment.payEarly, { loanNo }),
  pdf: (agreementNo: string) => link(agreements.pdf, { agreementNo }),
  repayHome: link(repayment.repayHome),
} as const

function link({ path }: Route, query: Readonly<Record<string, string | undefined>> = {}): string {
  return `#${addressWithQuery(path, query)}`
}
