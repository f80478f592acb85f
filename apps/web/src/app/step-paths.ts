import { pages } from '@qingzhou/contract/pages'
import type { Step } from '@qingzhou/domain/credit/steps'

/** The page of each step, also of steps whose screen no row of the route table holds yet. */
// A table: one step, one line.
// oxfmt-ignore
export const stepPaths = {
  signIn:             pages.landing,
  identity:           pages.idCard,
  faceByChannel:      pages.faceByChannel,
  faceInPage:         pages.faceInPage,
  bindCardForCredit:  pages.bindCardForCredit,
  bindCard:           pages.bindCard,
  basicInfo:          pages.basicInfo,
  companyInfo:        pages.companyInfo,
  confirmApplication: pages.confirmApplication,
  underReview:        pages.underReview,
  notGranted:         pages.notGranted,
  limit:              pages.limit,
  borrow:             pages.borrow,
  faceForLoan:        pages.faceForLoan,
  loanResult:         pages.loanResult,
} as const satisfies Record<Step, string>

const faceEnds = [pages.faceFailed, pages.faceFailedInPage, pages.faceUnsupported] as const
const facePassed = [pages.facePassed, pages.facePassedInPage] as const
const { identity, bindCardForCredit, bindCard, basicInfo, companyInfo, borrow } = stepPaths
const borrowing = [
  pages.loanAgreements,
  pages.chooseCoupon,
  stepPaths.loanResult,
  bindCard,
] as const

/** Where else a borrower may be, by the step the server names. */
// A table: one step, one line.
// oxfmt-ignore
export const openBeside: { readonly [S in Step]?: readonly string[] } = {
  faceByChannel:      [identity, ...faceEnds, pages.facePassed],
  faceInPage:         [identity, ...faceEnds],
  bindCardForCredit:  [identity, ...facePassed, pages.supportedBanks],
  bindCard:           [pages.supportedBanks],
  basicInfo:          [identity, bindCardForCredit, pages.supportedBanks, companyInfo],
  companyInfo:        [identity, bindCardForCredit, pages.supportedBanks, basicInfo],
  confirmApplication: [identity, bindCardForCredit, pages.supportedBanks, basicInfo, companyInfo],
  limit:              [companyInfo, borrow, ...borrowing, pages.supportedBanks, pages.faceUnsupported],
  borrow:             [...borrowing, pages.supportedBanks, pages.faceUnsupported],
  faceForLoan:        faceEnds,
}
