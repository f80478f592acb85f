import { unreachable } from '#assert.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { Step } from '#credit/steps.ts'

/** How far a draw on the limit has come. */
export interface Draw {
  readonly step: Extract<Step, 'borrow' | 'faceForLoan' | 'loanResult'>
}

export type DrawEvent = { type: 'applied'; riskAsksForFace: boolean } | { type: 'face-passed' }

export const newDraw: Draw = { step: 'borrow' }

/** One move of a draw: borrow, a face check when risk asks, the result. [S10] */
export function advanceDraw(draw: Draw, event: DrawEvent): Outcome<Draw> {
  switch (event.type) {
    case 'applied':
      if (draw.step !== 'borrow') return refused({ kind: 'step-not-reached' })
      return granted({ step: event.riskAsksForFace ? 'faceForLoan' : 'loanResult' })
    case 'face-passed':
      if (draw.step !== 'faceForLoan') return refused({ kind: 'step-not-reached' })
      return granted({ step: 'loanResult' })
    default:
      return unreachable(event)
  }
}
