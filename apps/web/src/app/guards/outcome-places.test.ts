import { describe, expect, it } from 'vitest'
import type { Outcome } from '#platform/api/api-error.ts'
import { layoutOf } from '../router.tsx'
import { reactionTo } from './outcome-places.ts'
import { ownPath } from '#platform/navigation/wanted-page.ts'
import { type Route, routes } from '../routes.ts'
import { isSignInPage, recordEntryPage, signInPage } from './sign-in-page.ts'

type KnownPlace = Exclude<Outcome, { kind: 'stepWanted' }>

const inCall = (outcome: KnownPlace, at = '/user/limit') =>
  reactionTo(outcome, { at, during: 'call' })
const inCheck = (outcome: KnownPlace) => reactionTo(outcome, { at: '/x', during: 'stepCheck' })

describe('reactions to call outcomes', () => {
  const rows: [KnownPlace, object][] = [
    [{ kind: 'message', text: '原因' }, { say: '原因' }],
    [{ kind: 'noticeShown', text: '公告' }, { to: '/user/notice' }],
    [{ kind: 'riskRefused', text: '原因' }, { to: '/user/riskRefuse' }],
    [{ kind: 'refused', text: '原因' }, { to: '/apply/refuse' }],
    [{ kind: 'badLink' }, { to: '/landError' }],
    [{ kind: 'pageDataMissing', requestId: 'r' }, { to: '/error?reason=pageData&requestId=r' }],
    [{ kind: 'serverFault', text: '原因', requestId: 'r' }, { say: '原因' }],
    [
      { kind: 'staffSessionEnded' },
      { to: '/staffLoan/staffIndex', say: '登录已失效，请重新登录', forgetStaff: true },
    ],
    [{ kind: 'notSignedIn' }, { to: '/landChannel?to=%2Fuser%2Flimit', forget: true }],
    [
      { kind: 'linkTokenRefused', text: '原因' },
      { to: '/landChannel?to=%2Fuser%2Flimit', say: '原因' },
    ],
  ]
  it.each(rows)('[8.028] the reaction to %j', (outcome, reaction) =>
    expect(inCall(outcome)).toEqual(reaction),
  )

  it('[4.016] goes to the error page for any other code of a step check', () => {
    expect(inCheck({ kind: 'message', text: '原因' })).toEqual({ to: '/error?reason=server' })
    const fault = { kind: 'serverFault', text: '原因', requestId: 'r' } as const
    expect(inCheck(fault)).toEqual({ to: '/error?reason=server&requestId=r' })
  })

  it('opens a separate page for an invalid bank-partner link', () => {
    expect(inCall({ kind: 'badLink' }, '/guangdaChannel')).toEqual({
      to: '/apply/guangdaLandError',
    })
  })

  it('[8.039] returns staff to their page after a new sign-in', () => {
    const { to } = reactionTo(
      { kind: 'staffSessionEnded' },
      { at: '/staffLoan/reviewProof', search: '?evidenceNo=PROOF-01', during: 'call' },
    )
    const wanted = encodeURIComponent('/staffLoan/reviewProof?evidenceNo=PROOF-01')
    expect(to).toBe(`/staffLoan/staffIndex?to=${wanted}`)
    expect(inCall({ kind: 'staffSessionEnded' }, '/staffLoan/staffIndex').to).toBe(
      '/staffLoan/staffIndex',
    )
  })

  it('keeps a user who is already on a sign-in page there', () => {
    expect(inCall({ kind: 'notSignedIn' }, '/user/register')).toEqual({ forget: true })
    const refused = { kind: 'linkTokenRefused', text: '原因' } as const
    expect(inCall(refused, '/unionPayChannel')).toEqual({ say: '原因' })
  })
})

describe('choice of the sign-in page', () => {
  it('[4.015, 4.029] is the landing page, the page of bills, or the authorisation inside the payment app', () => {
    const wanted = { at: '/repay/billDetail', search: '?loanNo=L-1' }
    const to = encodeURIComponent('/repay/billDetail?loanNo=L-1')
    const paths = ['/repayLandChannel', '/wxChannel/wxChannelLogin'].map((path) => ({
      kind: 'page',
      path: `${path}?to=${to}`,
    }))
    expect(signInPage({ ...wanted, browser: 'plain' })).toEqual(paths[0])
    expect(signInPage({ ...wanted, browser: 'messenger' })).toEqual(paths[1])
    expect(signInPage({ at: '/smsVerify2', browser: 'plain' })).toEqual({
      kind: 'page',
      path: '/repayLandChannel?to=%2FsmsVerify2',
    })
    expect(signInPage({ ...wanted, browser: 'wallet' })).toEqual({
      kind: 'authorisation',
      wanted: '/repay/billDetail?loanNo=L-1',
    })
    expect(signInPage({ at: '/', browser: 'plain' })).toEqual({
      kind: 'page',
      path: '/landChannel',
    })
  })

  it('[4.028] is the page of the channel the user came from', () => {
    const at = '/user/limit'
    recordEntryPage('/unionPayChannel')
    recordEntryPage('/user/about')
    expect(signInPage({ at, browser: 'wallet' })).toEqual({
      kind: 'page',
      path: '/unionPayChannel?to=%2Fuser%2Flimit',
    })
    recordEntryPage('/landChannel')
    expect(signInPage({ at, browser: 'plain' })).toEqual({
      kind: 'page',
      path: '/landChannel?to=%2Fuser%2Flimit',
    })
  })
})

describe('areas with their own sign-in page', () => {
  it.each([
    ['/wxChannel/wxALLBill', '', '/wxChannel/wxChannelLogin?to=%2FwxChannel%2FwxALLBill'],
    ['/wxPayment/wxRepay', '', '/wxPayment/query?to=%2FwxPayment%2FwxRepay'],
    [
      '/cutRates/cutRatesDetail',
      '?cutNo=C-1',
      '/cutRates/query?to=%2FcutRates%2FcutRatesDetail%3FcutNo%3DC-1',
    ],
    ['/wxProtocol/signedProList', '', '/wxProtocol/proDowLogin?to=%2FwxProtocol%2FsignedProList'],
  ])('%s%s signs in on %s and returns', (at, search, path) => {
    for (const browser of ['plain', 'messenger', 'wallet'] as const) {
      expect(signInPage({ at, search, browser })).toEqual({ kind: 'page', path })
    }
  })

  it('keeps a user who is already on such a page there', () => {
    expect(inCall({ kind: 'notSignedIn' }, '/cutRates/query')).toEqual({ forget: true })
  })
})

const isGuarded = ({ access }: Route) => access === 'signedIn' || access === 'inStep'

describe('the wanted page', () => {
  const guarded = Object.values(routes).flatMap((rows) =>
    Object.values<Route>(rows).filter(isGuarded),
  )

  it.each(guarded.map(({ path }) => path))('[2.160] %s survives the sign-in', (path) => {
    const page = signInPage({ at: path, search: '?no=N-1', browser: 'plain' })
    const [signIn, query] = page.kind === 'page' ? page.path.split('?') : []
    expect(isSignInPage(signIn ?? '')).toBe(true)
    expect(ownPath(new URLSearchParams(query).get('to') ?? '')).toBe(`${path}?no=N-1`)
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
    ['/weiyaMall/weiyaChannel', 'fraudWarning'],
    ['/weiyaMall/wyHistoryOrders', 'fraudWarning'],
    ['/wxPayment/query', 'free'],
    ['/staffLoan/entry', 'desk'],
    ['/staffLoan/reviewProof', 'wideDesk'],
    ['/repayLandChannel', 'plain'],
    ['/user/limit', 'plain'],
    ['/user/registered', 'plain'],
    ['/applying', 'plain'],
    ['/repay/repayIndex', 'plain'],
  ])('[1.039, 2.035, 2.065, 2.099] the layout of %s is %s', (path, kind) =>
    expect(layoutOf(path)).toBe(kind),
  )
})
