import type { Step } from '#credit/steps.ts'

export type DrawStep = Extract<Step, 'borrow' | 'faceForLoan' | 'loanResult'>

/**
 * The borrower's step in a draw: borrow, a face check where risk requires it, then the result.
 * [S10]
 */
export function drawStep(
  draw: { readonly isVerified: boolean; readonly needsFace: boolean } | undefined,
): DrawStep {
  if (!draw) return 'borrow'
  if (draw.isVerified) return 'loanResult'
  return draw.needsFace ? 'faceForLoan' : 'borrow'
}
