import { describe, expect, it } from 'vitest'
import { steps, type Step } from '#credit/steps.ts'
import {
  advance,
  currentStep,
  mayEnter,
  newApplication,
  type Application,
  type ApplicationEvent,
} from '#credit/application.ts'

const events: readonly ApplicationEvent[] = [
  { type: 'opened-in', channel: 'payment-app' },
  { type: 'opened-in', channel: 'browser' },
  { type: 'signed-in' },
  { type: 'identity-saved' },
  { type: 'identity-expired' },
  { type: 'face-passed' },
  { type: 'card-bound' },
  { type: 'basic-info-saved' },
  { type: 'company-info-saved' },
  { type: 'submitted' },
  { type: 'approved' },
  { type: 'declined' },
]

/** Every state reachable by any sequence of events. */
function reachable(): Application[] {
  const starts = (['payment-app', 'browser'] as const).flatMap((channel) =>
    [true, false].map((preApproved) => newApplication({ channel, preApproved })),
  )
  const found = new Map(starts.map((start) => [JSON.stringify(start), start]))
  for (const application of found.values()) {
    for (const event of events) {
      const moved = advance(application, event)
      if (moved.ok) found.set(JSON.stringify(moved.value), moved.value)
    }
  }
  return [...found.values()]
}

function after(start: Application, ...types: ApplicationEvent['type'][]): Application {
  return types.reduce((application, type) => {
    const event = events.find((candidate) => candidate.type === type)
    const moved = event ? advance(application, event) : undefined
    if (!moved?.ok) throw new Error(`${type} was refused at ${application.step}`)
    return moved.value
  }, start)
}

const allForms = [
  'signed-in',
  'identity-saved',
  'face-passed',
  'card-bound',
  'basic-info-saved',
  'company-info-saved',
] as const

const inBrowser = newApplication({ channel: 'browser', preApproved: false })

describe('an application', () => {
  it('[S1] goes through every form in order', () => {
    const seen = allForms.map((_, index) => after(inBrowser, ...allForms.slice(0, index + 1)).step)
    expect(seen).toEqual([
      'identity',
      'faceInPage',
      'bindCardForCredit',
      'basicInfo',
      'companyInfo',
      'confirmApplication',
    ])
    const inApp = newApplication({ channel: 'payment-app', preApproved: false })
    expect(after(inApp, 'signed-in', 'identity-saved').step).toBe('faceByChannel')
  })

  it('[S2] sends a customer with an expired card to the identity step, and lets a further card be bound', () => {
    const holder = after(inBrowser, ...allForms, 'submitted', 'approved')
    const expired = after(holder, 'identity-expired')
    expect(currentStep(expired)).toBe('identity')
    expect(steps.filter((step) => mayEnter(step, expired))).toEqual(['identity', 'bindCard'])
    expect(after(expired, 'identity-saved')).toEqual(holder)
  })

  it('[S3] lets a customer return to any reached form until submission, and to none afterwards', () => {
    const confirming = after(inBrowser, ...allForms)
    expect(steps.filter((step) => mayEnter(step, confirming))).toEqual([
      'identity',
      'faceInPage',
      'bindCardForCredit',
      'basicInfo',
      'companyInfo',
      'confirmApplication',
    ])
    const waiting = after(confirming, 'submitted')
    expect(steps.filter((step) => mayEnter(step, waiting))).toEqual(['underReview'])
    const holder = after(waiting, 'approved')
    expect(steps.filter((step) => mayEnter(step, holder))).toEqual(['bindCard', 'limit', 'borrow'])
  })

  it('[S4] never skips a step: each event advances at most one step, or is refused', () => {
    const orders: Step[][] = (['faceByChannel', 'faceInPage'] as const).map((face) => [
      'signIn',
      'identity',
      face,
      'bindCardForCredit',
      'basicInfo',
      'companyInfo',
      'confirmApplication',
      'underReview',
    ])
    const states = reachable()
    expect(states.length).toBeGreaterThan(40)
    for (const application of states) {
      for (const event of events) {
        const moved = advance(application, event)
        if (!moved.ok) {
          expect(moved.refusal).toEqual({ kind: 'step-not-reached' })
          continue
        }
        const order = orders[moved.value.channel === 'payment-app' ? 0 : 1] ?? []
        const from = order.indexOf(application.step)
        const to = order.indexOf(moved.value.step)
        if (from >= 0 && to >= 0) expect(to - from).toBeLessThanOrEqual(1)
        if (moved.value.step === 'limit' || moved.value.step === 'notGranted') {
          expect(['confirmApplication', 'underReview', 'limit', 'notGranted']).toContain(
            application.step,
          )
        }
      }
    }
  })

  it('[S4] reaches no state outside the list of steps', () => {
    const outside = new Set(['bindCard', 'borrow', 'faceForLoan', 'loanResult'])
    expect(reachable().filter(({ step }) => outside.has(step))).toEqual([])
  })

  it('[S5] continues in another app with the face check of that app', () => {
    const atFace = after(inBrowser, 'signed-in', 'identity-saved')
    expect(advance(atFace, { type: 'opened-in', channel: 'payment-app' })).toEqual({
      ok: true,
      value: { ...atFace, channel: 'payment-app', step: 'faceByChannel' },
    })
  })

  it('[S6] [4.025] returns to the confirmation after a form was edited', () => {
    const confirming = after(inBrowser, ...allForms)
    expect(after(confirming, 'basic-info-saved')).toEqual(confirming)
    expect(after(confirming, 'company-info-saved')).toEqual(confirming)
  })

  it('[S7] requires the face check again when the identity is changed before submission', () => {
    expect(after(after(inBrowser, ...allForms), 'identity-saved').step).toBe('faceInPage')
  })

  it('[S8] grants a pre-approved customer the limit at submission', () => {
    const invited = newApplication({ channel: 'browser', preApproved: true })
    expect(after(invited, ...allForms, 'submitted').step).toBe('limit')
    expect(after(inBrowser, ...allForms, 'submitted').step).toBe('underReview')
  })

  it('[S9] accepts the first decision and ignores any later one', () => {
    const waiting = after(inBrowser, ...allForms, 'submitted')
    expect(after(waiting, 'approved', 'declined', 'approved').step).toBe('limit')
    expect(after(waiting, 'declined', 'approved').step).toBe('notGranted')
    expect(advance(inBrowser, { type: 'approved' }).ok).toBe(false)
  })
})
