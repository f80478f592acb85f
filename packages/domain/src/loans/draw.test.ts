import { expect, it } from 'vitest'
import { advanceDraw, newDraw, type Draw, type DrawEvent } from '#loans/draw.ts'

it('[S10] a draw asks for the face only when risk does, and its result is final', () => {
  const states: Draw['step'][] = ['borrow', 'faceForLoan', 'loanResult']
  const events: DrawEvent[] = [
    { type: 'applied', riskAsksForFace: false },
    { type: 'applied', riskAsksForFace: true },
    { type: 'face-passed' },
  ]
  const moves = states.map((step) =>
    events.map((event) => {
      const moved = advanceDraw({ step }, event)
      return moved.ok ? moved.value.step : moved.refusal.kind
    }),
  )
  expect(newDraw.step).toBe('borrow')
  expect(moves).toEqual([
    ['loanResult', 'faceForLoan', 'step-not-reached'],
    ['step-not-reached', 'step-not-reached', 'loanResult'],
    ['step-not-reached', 'step-not-reached', 'step-not-reached'],
  ])
})
