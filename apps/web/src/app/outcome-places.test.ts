import { describe, expect, it } from 'vitest'
import type { Outcome } from '#platform/outcomes.ts'
import { layoutOf } from './layout-kinds.ts'
import { reactionTo } from './outcome-places.ts'
import { noteEntry, signInPage } from './sign-in-page.ts'

type Known = Exclude<Outcome, { kind: 'stepWanted' }>

const inCall = (outcome: Known, at = '/user/limit') => reactionTo(outcome, { at, during: 'call' })
const inCheck = (outcome: Known) => reactionTo(outcome, { at: '/x', during: 'stepCheck' })

describe('what the app does about an answer', () => {
  const rows: [Known, object][] = [
    [{ kind: 'message', text: '原因' }, { say: '原因' }],
    [{ kind: 'proclaimed', text: '公告' }, { to: '/user/notice' }],
    [{ kind: 'riskRefused', text: '原因' }, { to: '/user/riskRefuse' }],
    [{ kind: 'refused' }, { to: '/apply/refuse' }],
    [{ kind: 'badLink' }, { to: '/landError' }],
    [{ kind: 'pageDataMissing', requestId: 'r' }, { to: '/error?reason=pageData&requestId=r' }],
    [{ kind: 'serverFault', text: '原因', requestId: 'r' }, { say: '原因' }],
    [{ kind: 'staffSessionEnded' }, { to: '/staffLoan/staffIndex' }],
    [{ kind: 'notSignedIn' }, { to: '/landChannel', forget: true }],
    [
      { kind: 'linkTokenRefused', text: '原因' },
      { to: '/landChannel', say: '原因' },
    ],
  ]
  it.each(rows)('%j', (outcome, reaction) => expect(inCall(outcome)).toEqual(reaction))

  it('goes to the error page for any other code of a step check', () => {
    expect(inCheck({ kind: 'message', text: '原因' })).toEqual({ to: '/error?reason=server' })
    const fault = { kind: 'serverFault', text: '原因', requestId: 'r' } as const
    expect(inCheck(fault)).toEqual({ to: '/error?reason=server&requestId=r' })
  })

  it('has a page of its own for a bad bank-partner link', () => {
    expect(inCall({ kind: 'badLink' }, '/guangdaChannel')).toEqual({
      to: '/apply/guangdaLandError',
    })
  })

  it('leaves somebody where they are who is about to sign in', () => {
    expect(inCall({ kind: 'notSignedIn' }, '/user/register')).toEqual({ forget: true })
    const refused = { kind: 'linkTokenRefused', text: '原因' } as const
    expect(inCall(refused, '/unionPayChannel')).toEqual({ say: '原因' })
  })
})

describe('the page to sign in on', () => {
  it('is the landing page, or in the payment app its authorisation', () => {
    const landing = { kind: 'page', path: '/landChannel' }
    expect(signInPage({ at: '/user/limit', browser: 'plain' })).toEqual(landing)
    expect(signInPage({ at: '/user/limit', browser: 'messenger' })).toEqual(landing)
    expect(signInPage({ at: '/user/limit', browser: 'wallet' })).toEqual({ kind: 'authorisation' })
  })

  it('is the one of the channel one came by', () => {
    const at = '/user/limit'
    const channelSignIn = { kind: 'page', path: '/wxChannel/wxChannelLogin' }
    expect(signInPage({ at: '/wxChannel/wxALLBill', browser: 'plain' })).toEqual(channelSignIn)
    noteEntry('/unionPayChannel')
    noteEntry('/user/about')
    expect(signInPage({ at, browser: 'wallet' })).toEqual({
      kind: 'page',
      path: '/unionPayChannel',
    })
    noteEntry('/landChannel')
    expect(signInPage({ at, browser: 'plain' })).toEqual({ kind: 'page', path: '/landChannel' })
  })
})

describe('layouts', () => {
  it.each([
    ['/apply/identity', 'fraudWarning'],
    ['/landChannel', 'fraudWarning'],
    ['/guangdaChannel', 'fraudWarning'],
    ['/unionPayChannel', 'fraudWarning'],
    ['/user/register', 'fraudWarning'],
    ['/user/zfbreg', 'fraudWarning'],
    ['/wxPayment/query', 'free'],
    ['/repayLandChannel', 'plain'],
    ['/user/limit', 'plain'],
    ['/user/registered', 'plain'],
    ['/applying', 'plain'],
    ['/repay/repayIndex', 'plain'],
  ])('%s is %s', (path, kind) => expect(layoutOf(path)).toBe(kind))
})
