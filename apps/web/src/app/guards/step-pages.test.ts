import { stepAnswer } from '@qingzhou/contract/features/credit'
import { drawParam } from '@qingzhou/contract/wire/params'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { decide } from './guard.ts'

/** What the guard decides on a page for a step answer as it is on the wire. */
function decisionOn(at: string, answer: z.input<typeof stepAnswer>) {
  const step = z.decode(stepAnswer, answer)
  const route = { access: 'inStep', needsValidCard: false } as const
  return decide({ route, signedIn: true, expiry: { expired: false }, step, at })
}

/** Checks that a step leads to its page from elsewhere, and that the page and the further ones stay open. */
function expectPages(
  pageId: z.input<typeof stepAnswer>['pageId'],
  page: string,
  ...open: string[]
) {
  expect(decisionOn('/somewhere', { pageId })).toEqual({ kind: 'redirect', to: page })
  for (const at of [page, ...open]) expect(decisionOn(at, { pageId })).toEqual({ kind: 'pass' })
}

describe('the page of a step code', () => {
  it('[2.170] SF10 opens /apply/identity', () => expectPages('SF10', '/apply/identity'))

  it('[2.172] BK10 opens /apply/addSaveCard, and /apply/bankList is open too', () =>
    expectPages('BK10', '/apply/addSaveCard', '/apply/bankList'))

  it('[2.174, 4.021] BK11 opens /apply/creditAddCard, and /apply/bankList is open too', () =>
    expectPages('BK11', '/apply/creditAddCard', '/apply/bankList'))

  it('[2.173] bankList is no step code: its page is open at the steps of a card', () => {
    expect(z.safeDecode(stepAnswer, { pageId: 'bankList' as 'BK10' }).success).toBe(false)
    for (const pageId of ['BK10', 'BK11'] as const) {
      expect(decisionOn('/apply/bankList', { pageId })).toEqual({ kind: 'pass' })
    }
    expect(decisionOn('/apply/bankList', { pageId: 'SF10' }).kind).toBe('redirect')
  })

  it('[2.175, 4.022] JB11 opens /apply/connectMsg, and /apply/companyMsg is open too', () =>
    expectPages('JB11', '/apply/connectMsg', '/apply/companyMsg'))

  it('[2.176] DW10 opens /apply/companyMsg', () => expectPages('DW10', '/apply/companyMsg'))

  it('[2.177] 9999 opens /apply/confirm', () => expectPages('9999', '/apply/confirm'))

  it('[2.178] ED10 opens /user/limit', () =>
    expectPages('ED10', '/user/limit', '/apply/companyMsg'))

  it('[2.179] SX10 opens /apply/wait', () => expectPages('SX10', '/apply/wait'))

  it('[2.180] SX11 opens /apply/fail', () => expectPages('SX11', '/apply/fail'))

  it('[2.182, 2.183, 2.185] JK10 opens /loan/loan, and agreements, coupons, the result and a new card are open too', () =>
    expectPages(
      'JK10',
      '/loan/loan',
      '/loan/protol',
      '/loan/coupon',
      '/loan/result',
      '/apply/addSaveCard',
    ))

  it('[2.186] JK11 opens /loan/result', () => expectPages('JK11', '/loan/result'))

  it('[2.190] DL10 opens the sign-in', () => expectPages('DL10', '/landChannel'))
})

describe('the page that a step answer names', () => {
  const pageUrl = '/apply/creditFaceH5?scene=1'

  it('[2.187, 4.017] the page that a step answer names is opened at RL10', () => {
    expect(decisionOn('/user/limit', { pageId: 'RL10', pageUrl })).toEqual({
      kind: 'redirect',
      to: pageUrl,
    })
  })

  it('[2.188, 4.018] the page that a step answer names is opened at RL11', () => {
    expect(decisionOn('/user/limit', { pageId: 'RL11', pageUrl })).toEqual({
      kind: 'redirect',
      to: pageUrl,
    })
  })

  it('[2.189, 4.019] the page that a step answer names is opened at RL20', () => {
    const own = `/creditFace/face?${drawParam}=L1`
    expect(decisionOn('/user/limit', { pageId: 'RL20', pageUrl: own })).toEqual({
      kind: 'redirect',
      to: own,
    })
  })

  it('[4.020] is /apply/faceFail if it contains faceFail, at RL10, RL11 and RL20', () => {
    for (const pageId of ['RL10', 'RL11', 'RL20'] as const) {
      expect(decisionOn('/user/limit', { pageId, pageUrl: '/apply/faceFailH5?left=2' })).toEqual({
        kind: 'redirect',
        to: '/apply/faceFail',
      })
    }
  })
})
