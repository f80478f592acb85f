import type { StepAnswer } from '@qingzhou/contract/features/credit'
import { type Step, steps } from '@qingzhou/domain/credit/steps'
import { describe, expect, it } from 'vitest'
import { decide, type GuardInput, pageOf, stepPaths } from './guard.ts'
import { ownPath } from '#platform/navigation/wanted-page.ts'
import { pages } from '@qingzhou/contract/pages'
import { drawParam } from '@qingzhou/contract/wire/params'
import { type Route, routes } from '../routes.ts'

const inStep: GuardInput = {
  route: { access: 'inStep', needsValidCard: true },
  signedIn: true,
  expiry: { expired: false },
  step: { step: 'limit' },
  at: '/somewhere',
}

const everyPage = [...new Set([...Object.values(stepPaths), ...Object.values(pages)])]

/** The table of the specification, repeated here: the step, and the pages that are open at it. */
const formsBefore = {
  card: ['/apply/identity'],
  basics: ['/apply/identity', '/apply/creditAddCard', '/apply/bankList'],
}
const open: Record<Step, readonly string[]> = {
  signIn: ['/landChannel'],
  identity: ['/apply/identity'],
  faceByChannel: [
    '/apply/creditLiving',
    '/apply/identity',
    // The channel's page always returns here, whatever the result.
    '/apply/faceSuc',
    '/apply/faceFail',
    '/apply/faceFailH5',
    '/apply/noSupportFaceH5',
  ],
  faceInPage: [
    '/apply/creditFaceH5',
    '/apply/identity',
    '/apply/faceFail',
    '/apply/faceFailH5',
    '/apply/noSupportFaceH5',
    // A check that a person decides.
    '/apply/faceReview',
  ],
  bindCardForCredit: [
    '/apply/creditAddCard',
    '/apply/bankList',
    '/apply/faceSuc',
    '/apply/faceSucH5',
    ...formsBefore.card,
  ],
  bindCard: ['/apply/addSaveCard', '/apply/bankList'],
  basicInfo: ['/apply/connectMsg', '/apply/companyMsg', ...formsBefore.basics],
  companyInfo: ['/apply/companyMsg', '/apply/connectMsg', ...formsBefore.basics],
  confirmApplication: [
    '/apply/confirm',
    '/apply/connectMsg',
    '/apply/companyMsg',
    ...formsBefore.basics,
  ],
  underReview: ['/apply/wait'],
  notGranted: ['/apply/fail'],
  limit: [
    '/user/limit',
    '/apply/companyMsg',
    '/apply/addSaveCard',
    '/apply/bankList',
    '/apply/noSupportFaceH5',
  ],
  borrow: [
    '/loan/loan',
    '/loan/protol',
    '/loan/coupon',
    '/loan/result',
    '/apply/addSaveCard',
    '/apply/bankList',
    '/apply/noSupportFaceH5',
  ],
  faceForLoan: [
    '/creditFace/face',
    '/apply/faceFail',
    '/apply/faceFailH5',
    '/apply/noSupportFaceH5',
    '/loan/result',
  ],
  loanResult: ['/loan/result'],
}

describe('every step on every page', () => {
  const pairs = steps.flatMap((step) => everyPage.map((at) => ({ step, at })))

  it.each(pairs)('$step on $at', ({ step, at }) => {
    const decision = decide({ ...inStep, step: { step }, at })
    if (open[step].includes(at)) expect(decision).toEqual({ kind: 'pass' })
    else expect(decision).toEqual({ kind: 'redirect', to: open[step][0] })
  })

  it('[4.009] never redirects from a page it redirected to', () => {
    for (const { step, at } of pairs) {
      const decision = decide({ ...inStep, step: { step }, at })
      if (decision.kind === 'pass') continue
      expect(decide({ ...inStep, step: { step }, at: decision.to }).kind).toBe('pass')
    }
  })
})

describe('checks before the step', () => {
  it('[2.192, 4.002] opens public pages in every situation', () => {
    const route = { access: 'everyone', needsValidCard: false } as const
    expect(decide({ ...inStep, route, signedIn: false })).toEqual({ kind: 'pass' })
    expect(decide({ ...inStep, route, expiry: { expired: true } })).toEqual({ kind: 'pass' })
  })

  it('redirects an unknown address to the not-found page', () => {
    const decision = decide({ ...inStep, route: undefined })
    expect(decision).toEqual({ kind: 'redirect', to: '/error?reason=notFound' })
  })

  it('redirects an anonymous user to register', () => {
    for (const access of ['signedIn', 'inStep'] as const) {
      const decision = decide({
        ...inStep,
        route: { access, needsValidCard: false },
        signedIn: false,
      })
      expect(decision).toEqual({ kind: 'redirect', to: '/user/register?to=%2Fsomewhere' })
    }
  })

  it('does not request the step for a page that only needs a session', () => {
    expect(decide({ ...inStep, route: { access: 'signedIn', needsValidCard: false } })).toEqual({
      kind: 'pass',
    })
  })

  it('leaves staff pages to the server', () => {
    const route = { access: 'staff', needsValidCard: false } as const
    expect(decide({ ...inStep, route, signedIn: false }).kind).toBe('pass')
  })
})

describe('an expired identity card', () => {
  const expired = { ...inStep, expiry: { expired: true } }

  const everyRoute: Route[] = Object.values(routes).flatMap((feature) => Object.values(feature))
  const waits = (route: Route) => decide({ ...expired, route, at: route.path }).kind === 'redirect'

  it('[4.003, 4.004] is handled before the step, with the exact message', () => {
    for (const route of [routes.loans.borrow, routes.loans.confirmLoan]) {
      expect(decide({ ...expired, route, at: route.path })).toEqual({
        kind: 'redirect',
        to: '/apply/identity',
        message: '您的身份认证信息已过期，为提供更好服务，请重新认证!',
      })
    }
  })

  it('closes borrowing, the application and a change of the phone, and no other page', () => {
    const { identity, cards, credit, loans, profile } = routes
    const closed: Route[] = [
      identity.faceByChannel,
      identity.faceInPage,
      identity.facePassed,
      identity.faceFailed,
      identity.facePassedInPage,
      identity.faceFailedInPage,
      identity.faceInReview,
      identity.faceForLoan,
      cards.bindCardForCredit,
      credit.basicInfo,
      credit.companyInfo,
      credit.confirmApplication,
      credit.underReview,
      credit.notGranted,
      credit.limit,
      loans.confirmLoan,
      loans.borrow,
      loans.chooseCoupon,
      loans.loanAgreements,
      profile.newPhone,
      profile.verifyPhone,
    ]
    expect(everyRoute.filter(waits)).toEqual(closed)
  })

  it('lets the renewal page open', () => {
    expect(decide({ ...expired, at: '/apply/identity' })).toEqual({ kind: 'pass' })
  })
})

describe('steps with additional conditions', () => {
  const faces = ['faceByChannel', 'faceInPage', 'faceForLoan'] as const

  it.each(faces)('%s opens the page given by the server', (step) => {
    const pageUrl = '/apply/creditFaceH5?scene=1'
    const decision = decide({ ...inStep, step: { step, pageUrl } })
    expect(decision).toEqual({ kind: 'redirect', to: pageUrl })
    const there = decide({ ...inStep, step: { step, pageUrl }, at: '/apply/creditFaceH5' })
    expect(there).toEqual({ kind: 'pass' })
  })

  it.each(faces)('%s opens the failure page when the address names it', (step) => {
    const decision = decide({ ...inStep, step: { step, pageUrl: '/apply/faceFailH5?left=2' } })
    expect(decision).toEqual({ kind: 'redirect', to: '/apply/faceFail' })
    const next = decide({
      ...inStep,
      step: { step, pageUrl: '/apply/faceFail' },
      at: stepPaths[step],
    })
    expect(next).toEqual({ kind: 'pass' })
  })

  it('names the draw of a face check and of a result in their address', () => {
    const places: [answer: StepAnswer, page: string][] = [
      [{ step: 'faceForLoan', pageUrl: '/creditFace/face' }, `/creditFace/face?${drawParam}=D-1`],
      [{ step: 'faceForLoan', pageUrl: '/apply/faceFail' }, `/apply/faceFail?${drawParam}=D-1`],
      [{ step: 'faceForLoan', pageUrl: '/x?a=1' }, `/x?a=1&${drawParam}=D-1`],
      [{ step: 'loanResult' }, `/loan/result?${drawParam}=D-1`],
      [{ step: 'borrow' }, '/loan/loan'],
      [{ step: 'limit' }, '/user/limit'],
    ]
    for (const [answer, page] of places) {
      expect(pageOf({ ...answer, drawNo: 'D-1' })).toBe(page)
    }
  })

  const foreign = [
    '//evil.example',
    'https:evil.example',
    'https://evil.example/apply',
    String.raw`\evil`,
    String.raw`/\evil`,
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    ' /apply/creditLiving',
    '/apply/x\n',
    'apply/creditLiving',
    '',
  ]
  it.each(foreign)('ignores %j as a page address and uses the page of the step', (pageUrl) => {
    expect(ownPath(pageUrl)).toBeUndefined()
    const decision = decide({ ...inStep, step: { step: 'faceInPage', pageUrl } })
    expect(decision).toEqual({ kind: 'redirect', to: '/apply/creditFaceH5' })
  })

  it('parses a long address in linear time', () => {
    expect(ownPath(`/${'a'.repeat(50_000)}!`)).toBeUndefined()
    expect(ownPath(`/${'a/'.repeat(50_000)}!`)).toBeUndefined()
  })

  it('accepts a page in hash form', () => {
    expect(ownPath('#/creditFace/face')).toBe('/creditFace/face')
  })

  it('ignores an address on any other step', () => {
    const decision = decide({ ...inStep, step: { step: 'identity', pageUrl: '/loan/loan' } })
    expect(decision).toEqual({ kind: 'redirect', to: '/apply/identity' })
  })

  it('keeps the message of a rejected application', () => {
    const step = { step: 'notGranted', controlMessage: '请 3 个月后再试' } as const
    expect(decide({ ...inStep, step })).toEqual({
      kind: 'redirect',
      to: '/apply/fail',
      controlMessage: '请 3 个月后再试',
    })
    expect(decide({ ...inStep, step, at: '/apply/fail' })).toEqual({
      kind: 'pass',
      controlMessage: '请 3 个月后再试',
    })
  })
})
