import { expect, it } from 'vitest'
import { drawStep } from '#loans/draw.ts'

it('[S10] a draw asks for the face only when risk does, and its result is final', () => {
  expect(drawStep(undefined)).toBe('borrow')
  expect(drawStep({ isVerified: false, needsFace: false })).toBe('borrow')
  expect(drawStep({ isVerified: false, needsFace: true })).toBe('faceForLoan')
  expect(drawStep({ isVerified: true, needsFace: false })).toBe('loanResult')
  expect(drawStep({ isVerified: true, needsFace: true })).toBe('loanResult')
})
