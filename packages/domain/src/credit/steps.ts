/** Every step by name; the wire codes are in the contract. [S1] */
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
