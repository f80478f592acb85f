/** Every step by name; the codes the outside world knows them by live in the contract. [S1] */
export const steps = [
  'signIn',
  'identity',
  'faceByChannel',
  'faceInPage',
  'bindCardForCredit',
  'bindCard',
  'basicInfo',
  'companyInfo',
  'confirmApplication',
  'underReview',
  'notGranted',
  'limit',
  'borrow',
  'faceForLoan',
  'loanResult',
] as const

export type Step = (typeof steps)[number]

export function isStep(text: string): text is Step {
  return steps.some((step) => step === text)
}
