import { createHash } from 'node:crypto'
import type { providerCalls, BureauReport } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import type { Announce } from '#callbacks/callbacks.ts'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import { outcomeOf } from '#checks/checks.ts'

/** How long a report takes without a fault. */
const USUAL_MS = 1_500

export const bureauOrder = z.object({
  id: z.string(),
  idNumber: z.string(),
  notifyUrl: z.string(),
  settleAt: z.number(),
  isTold: z.boolean(),
})
type BureauOrder = z.output<typeof bureauOrder>
type Answer = z.input<typeof providerCalls.bureau.report.response>

export type Bureau = ReturnType<typeof createBureau>

/** Credit reports: ordered by request number, ready some time later, sent by callback. */
export function createBureau(parts: {
  readonly orders: Records<BureauOrder>
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}) {
  const { orders, faults, now } = parts

  const answerOf = (order: BureauOrder | undefined): Answer => {
    if (!order) return { state: 'unknown' }
    if (now() < order.settleAt) return { state: 'pending' }
    const report = faults.of('bureau').unsure ? NEAR_LOWEST : reportOn(order.idNumber)
    return { state: 'ready', report }
  }

  function announceReport({ id, notifyUrl, settleAt }: BureauOrder): void {
    parts.announce({
      provider: 'bureau',
      kind: 'bureau',
      url: notifyUrl,
      settleAt,
      result: () => ({ requestNo: id, ...answerOf(orders.get(id)) }),
      before: { requestNo: id, state: 'pending' },
      onSent() {
        const told = orders.get(id)
        if (told) orders.put({ ...told, isTold: true })
      },
    })
  }
  for (const order of orders.all()) if (!order.isTold) announceReport(order)

  return {
    order(request: { requestNo: string; idNumber: string; notifyUrl: string }): Answer {
      const { requestNo, idNumber, notifyUrl } = request
      const earlier = orders.get(requestNo)
      if (earlier) return answerOf(earlier)

      const settleAt = now() + (faults.of('bureau').settleMs ?? USUAL_MS)
      const order = { id: requestNo, idNumber, notifyUrl, settleAt, isTold: false }
      orders.put(order)
      announceReport(order)
      return answerOf(order)
    },

    find: ({ requestNo }: { requestNo: string }): Answer => answerOf(orders.get(requestNo)),

    clear: () => orders.clear(),
  }
}

const GOOD: BureauReport = {
  score: 742,
  openLoans: 1,
  owedFen: '1200000',
  overdueNow: false,
  daysOverdueMaxInTwoYears: 0,
  enquiriesInThreeMonths: 1,
  isOnFraudList: false,
  isEnforced: false,
}

const WEAK: BureauReport = {
  ...GOOD,
  score: 468,
  openLoans: 9,
  owedFen: '18600000',
  daysOverdueMaxInTwoYears: 58,
  enquiriesInThreeMonths: 14,
}

/** Hardly more than the lowest score that is accepted: a person decides. */
const NEAR_LOWEST: BureauReport = { ...GOOD, score: 508 }

/** The report on a test person by their outcome; for other people derived from the ID number. */
function reportOn(idNumber: string): BureauReport {
  switch (outcomeOf(idNumber)) {
    case 'declined':
      return WEAK
    case 'riskRefused':
      return { ...GOOD, score: 512, isOnFraudList: true }
    case 'refused':
      return { ...GOOD, score: 533, isEnforced: true }
    default:
      return idNumber.startsWith('99') ? GOOD : deriveReport(idNumber)
  }
}

/** One person in sixteen gets the weak report. */
function deriveReport(idNumber: string): BureauReport {
  const [luck = 0, spread = 0, loans = 0, enquiries = 0] = createHash('sha256')
    .update(idNumber)
    .digest()
  if (luck < 16) return WEAK
  return {
    ...GOOD,
    score: 640 + (spread % 150),
    openLoans: loans % 4,
    owedFen: String((loans % 4) * 850_000),
    enquiriesInThreeMonths: enquiries % 5,
  }
}
