import { expect, it } from 'vitest'
import { drawStep } from './draw-request.ts'

const withCard = { hasCard: true }

it('[S10] a draw requires a face check only for risk, and its result is final', () => {
  expect(drawStep(undefined, withCard)).toBe('borrow')
  expect(drawStep({ isVerified: false, needsFace: false }, withCard)).toBe('borrow')
  expect(drawStep({ isVerified: false, needsFace: true }, withCard)).toBe('faceForLoan')
  expect(drawStep({ isVerified: true, needsFace: false }, withCard)).toBe('loanResult')
  expect(drawStep({ isVerified: true, needsFace: true }, withCard)).toBe('loanResult')
})

it('[S10] a borrower without a card binds one before a draw, and a draw in progress goes on', () => {
  expect(drawStep(undefined, { hasCard: false })).toBe('bindCard')
  expect(drawStep({ isVerified: false, needsFace: true }, { hasCard: false })).toBe('faceForLoan')
})
