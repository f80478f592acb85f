import { expect, it } from 'vitest'
import { drawStep } from './draw-request.ts'

it('[S10] a draw requires a face check only for risk, and its result is final', () => {
  expect(drawStep(undefined)).toBe('borrow')
  expect(drawStep({ isVerified: false, needsFace: false })).toBe('borrow')
  expect(drawStep({ isVerified: false, needsFace: true })).toBe('faceForLoan')
  expect(drawStep({ isVerified: true, needsFace: false })).toBe('loanResult')
  expect(drawStep({ isVerified: true, needsFace: true })).toBe('loanResult')
})
