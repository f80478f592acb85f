import { randomBytes } from 'node:crypto'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import type { Announce } from '#callbacks/callbacks.ts'
import { outcomeOf } from '#checks/checks.ts'
import type { Records } from '#records.ts'

export const faceCheck = z.object({
  id: z.string(),
  ticket: z.string(),
  name: z.string(),
  idNumber: z.string(),
  returnUrl: z.string(),
  notifyUrl: z.string(),
  state: z.enum(['pending', 'passed', 'failed']),
  reason: z.exactOptional(z.string()),
  isTold: z.boolean(),
})
export type FaceCheck = z.output<typeof faceCheck>
type Answer = z.input<typeof providerCalls.wallet.face.response>

export const decisions = ['pass', 'fail', 'cancel'] as const
export type Decision = (typeof decisions)[number]

const results: Record<Decision, Pick<FaceCheck, 'state' | 'reason'>> = {
  pass: { state: 'passed' },
  fail: { state: 'failed', reason: 'noMatch' },
  cancel: { state: 'failed', reason: 'cancelled' },
}

export type FaceChecks = ReturnType<typeof createFaceChecks>

/** The payment app's face checks: a page per ticket, and the person's decision. */
export function createFaceChecks(parts: {
  readonly checks: Records<FaceCheck>
  readonly announce: Announce
  readonly now: () => number
}) {
  const { checks, now } = parts

  const answerOf = (check: FaceCheck | undefined): Answer => {
    if (!check) return { state: 'unknown' }
    return { state: check.state, ...(check.reason && { reason: check.reason }) }
  }

  function announceResult({ id, notifyUrl }: FaceCheck): void {
    parts.announce({
      provider: 'wallet',
      kind: 'walletFace',
      url: notifyUrl,
      settleAt: now(),
      result: () => ({ orderNo: id, ...answerOf(checks.get(id)) }),
      before: { orderNo: id, state: 'pending' },
      onSent() {
        const told = checks.get(id)
        if (told) checks.put({ ...told, isTold: true })
      },
    })
  }
  for (const check of checks.all()) {
    if (check.state !== 'pending' && !check.isTold) announceResult(check)
  }

  const ofTicket = (ticket: string) => checks.all().find((check) => check.ticket === ticket)

  return {
    start(
      request: Pick<FaceCheck, 'name' | 'idNumber' | 'returnUrl' | 'notifyUrl'> & {
        orderNo: string
      },
    ) {
      const { orderNo, ...given } = request
      const earlier = checks.get(orderNo)
      const ticket = earlier?.ticket ?? randomBytes(18).toString('base64url')
      if (!earlier) checks.put({ id: orderNo, ticket, ...given, state: 'pending', isTold: false })
      return { path: `/wallet/face-check?ticket=${ticket}` }
    },

    find: ({ orderNo }: { orderNo: string }): Answer => answerOf(checks.get(orderNo)),

    ofTicket,

    /** The page of a check. */
    pathOf(orderNo: string): string | undefined {
      const check = checks.get(orderNo)
      return check && `/wallet/face-check?ticket=${check.ticket}`
    },

    /** Only the first decision counts. */
    decide(check: FaceCheck, decision: Decision): void {
      if (check.state !== 'pending') return
      const isHopeless = decision === 'pass' && outcomeOf(check.idNumber) === 'faceFails'
      const decided = { ...check, ...results[isHopeless ? 'fail' : decision] }
      checks.put(decided)
      announceResult(decided)
    },

    clear: () => checks.clear(),
  }
}
