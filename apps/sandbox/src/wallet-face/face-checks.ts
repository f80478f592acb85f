import { randomBytes } from 'node:crypto'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import type { Announce } from '#announcements.ts'
import { outcomeOf } from '#known-person.ts'
import type { Records } from '#records.ts'

export const keptCheck = z.object({
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
export type CheckRecord = z.output<typeof keptCheck>
type Answer = z.input<typeof providerCalls.wallet.face.response>

export const decisions = ['pass', 'fail', 'cancel'] as const
export type Decision = (typeof decisions)[number]

const results: Record<Decision, Pick<CheckRecord, 'state' | 'reason'>> = {
  pass: { state: 'passed' },
  fail: { state: 'failed', reason: 'noMatch' },
  cancel: { state: 'failed', reason: 'cancelled' },
}

export type FaceChecks = ReturnType<typeof createFaceChecks>

/** The payment app's own face check: a page with a ticket, and what the person did there. */
export function createFaceChecks(parts: {
  readonly checks: Records<CheckRecord>
  readonly announce: Announce
  readonly now: () => number
}) {
  const { checks, now } = parts

  const answerOf = (check: CheckRecord | undefined): Answer => {
    if (!check) return { state: 'unknown' }
    return { state: check.state, ...(check.reason && { reason: check.reason }) }
  }

  function announceResult({ id, notifyUrl }: CheckRecord): void {
    parts.announce({
      provider: 'wallet',
      kind: 'walletFace',
      url: notifyUrl,
      settleAt: now(),
      result: () => ({ orderNo: id, ...answerOf(checks.get(id)) }),
      before: { orderNo: id, state: 'pending' },
      onTold() {
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
      asked: Pick<CheckRecord, 'name' | 'idNumber' | 'returnUrl' | 'notifyUrl'> & {
        orderNo: string
      },
    ) {
      const { orderNo, ...given } = asked
      const earlier = checks.get(orderNo)
      const ticket = earlier?.ticket ?? randomBytes(18).toString('base64url')
      if (!earlier) checks.put({ id: orderNo, ticket, ...given, state: 'pending', isTold: false })
      return { path: `/wallet/face-check?ticket=${ticket}` }
    },

    find: ({ orderNo }: { orderNo: string }): Answer => answerOf(checks.get(orderNo)),

    ofTicket,

    /** The first decision counts: pressing again, or going back, changes nothing. */
    decide(check: CheckRecord, decision: Decision): void {
      if (check.state !== 'pending') return
      const isHopeless = decision === 'pass' && outcomeOf(check.idNumber) === 'faceFails'
      const decided = { ...check, ...results[isHopeless ? 'fail' : decision] }
      checks.put(decided)
      announceResult(decided)
    },

    clear: () => checks.clear(),
  }
}
