import { randomBytes } from 'node:crypto'
import type { Announce } from '#announcements.ts'
import { dayAtTheBank } from '#bank/day-at-the-bank.ts'
import { settlesAt } from '#bank/settling.ts'
import type { Faults } from '#faults.ts'
import { ProviderRefusal } from '#provider-refusal.ts'
import type { Records } from '#records.ts'
import {
  isOpen,
  standingOf,
  type AppPayment,
  type PayApp,
  type PaymentAnswer,
} from './app-payment.ts'

const PAGE_LIFE_MS = 15 * 60_000

type Parts = {
  readonly kept: Records<AppPayment>
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}

type Order = Pick<AppPayment, 'orderNo' | 'amountFen' | 'subject' | 'returnUrl' | 'notifyUrl'>

export const decisions = ['pay', 'cancel'] as const
export type Decision = (typeof decisions)[number]

export type AppPayments = ReturnType<typeof createAppPayments>

/** Paying in an app: a page with a ticket, and what the person did there. Each number is paid once. */
export function createAppPayments(parts: Parts) {
  const { kept, faults, now } = parts
  for (const payment of kept.all()) {
    if (payment.state !== 'open' && !payment.isTold) announceResult(parts, payment)
  }

  return {
    start(app: PayApp, { orderNo, ...given }: Order): { path: string; prepayId?: string } {
      const id = `${app}:${orderNo}`
      const earlier = kept.get(id)
      if (earlier && earlier.amountFen !== given.amountFen) {
        throw new ProviderRefusal(409, 'order-taken')
      }
      const ticket = earlier?.ticket ?? randomBytes(18).toString('base64url')
      const openUntil = now() + PAGE_LIFE_MS
      const fresh = { id, app, orderNo, ticket, ...given, openUntil, settleAt: openUntil }
      if (!earlier) kept.put({ ...fresh, state: 'open', isTold: false })
      const path = `/${app}/pay?ticket=${ticket}`
      return app === 'messenger' ? { path, prepayId: ticket } : { path }
    },

    find: (app: PayApp, { orderNo }: { orderNo: string }): PaymentAnswer =>
      standingOf(kept.get(`${app}:${orderNo}`), now()),

    ofTicket: (app: PayApp, ticket: string): AppPayment | undefined =>
      kept.all().find((payment) => payment.app === app && payment.ticket === ticket),

    /** The first decision counts, and none after the page is closed. */
    decide(payment: AppPayment, decision: Decision): void {
      if (!isOpen(payment, now())) return
      const decided = decidedOn(payment, { decision, faults, now: now() })
      kept.put(decided)
      announceResult(parts, decided)
    },

    /** Everything an app took in for the lender on a day. */
    ofDay: (app: PayApp, { bankDate }: { bankDate: string }) => ({
      transfers: kept
        .all()
        .filter((one) => one.app === app && standingOf(one, now()).state === 'done')
        .filter((one) => dayAtTheBank(one.settleAt) === bankDate)
        .map(({ orderNo, amountFen }) => ({
          orderNo,
          amountFen,
          kind: 'debit' as const,
          bankDate,
        })),
    }),

    isOpen: (payment: AppPayment): boolean => isOpen(payment, now()),

    clear: () => kept.clear(),
  }
}

function decidedOn(
  payment: AppPayment,
  { decision, faults, now }: { decision: Decision; faults: Faults; now: number },
): AppPayment {
  if (decision === 'cancel') {
    return { ...payment, state: 'declined', reason: '已取消支付', settleAt: now }
  }
  const fault = faults.of(payment.app)
  const settleAt = settlesAt(now, { fault, conduct: 'well' })
  return fault.decline
    ? { ...payment, state: 'declined', reason: '支付未成功，请换一种方式', settleAt }
    : { ...payment, state: 'paid', settleAt }
}

function announceResult({ kept, announce, now }: Parts, payment: AppPayment): void {
  const { id, app, orderNo, notifyUrl, settleAt, amountFen } = payment
  announce({
    provider: app,
    kind: 'appPayment',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo, ...standingOf(kept.get(id), now()) }),
    before: { orderNo, state: 'processing', amountFen },
    onTold() {
      const told = kept.get(id)
      if (told) kept.put({ ...told, isTold: true })
    },
  })
}
