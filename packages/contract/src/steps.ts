import type { Step } from '@qingzhou/domain/credit/steps'

/** Step names and the codes the world knows them by. */
// A table: one step, one line.
// oxfmt-ignore
const codeOfStep = {
  signIn: 'DL10',
  identity: 'SF10',
  faceByChannel: 'RL10',
  faceInPage: 'RL11',
  faceForLoan: 'RL20',
  bindCard: 'BK10',
  bindCardForCredit: 'BK11',
  basicInfo: 'JB11',
  companyInfo: 'DW10',
  confirmApplication: '9999',
  underReview: 'SX10',
  notGranted: 'SX11',
  limit: 'ED10',
  borrow: 'JK10',
  loanResult: 'JK11',
} as const satisfies Record<Step, string>

export type StepCode = (typeof codeOfStep)[Step]

export const stepCodes = Object.values(codeOfStep)

export function stepCode(step: Step): StepCode {
  return codeOfStep[step]
}

export function stepOfCode(code: string): Step | undefined {
  return stepNames.find((step) => codeOfStep[step] === code)
}

/** `Object.keys` forgets the key type; the table above is closed, so it may be put back. */
const stepNames = Object.keys(codeOfStep) as Step[]
