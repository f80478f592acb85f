import { fen } from '@qingzhou/domain/money/money'
import { newIdentifiedApplicant } from '@qingzhou/server/features/identity/testing/applicant.ts'
import { setFault } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { watchOrders } from '@qingzhou/server/features/order-watch/index.ts'
import { photo } from '@qingzhou/server/features/evidence/testing/evidence-borrower.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { newNumber } from '#simulator/chance.ts'
import type { Borrower, World } from '#simulator/world.ts'
import { attempt } from './office.ts'
import { propose } from './proposals.ts'

type Trouble = (world: World, borrower: Borrower) => Promise<string>

/** The probability of each per borrower and day. */
const SHARES = {
  strayDebit: 0.004,
  declinedAndMoved: 0.3,
  bounce: 0.004,
  closedCard: 0.005,
  deadMessage: 0.002,
  staleFinding: 0.001,
  failingNight: 0.001,
  unsureFace: 0.001,
} as const

/** What goes wrong outside and inside, so that staff have something to clear. */
const troubles: Readonly<Record<keyof typeof SHARES, Trouble>> = {
  /** A debit that the bank has and the books do not: another system has ordered it. */
  async strayDebit({ services, staff, chance, owner }, { customer, cardToken }) {
    const wireNo = newNumber('stray')
    const amount = fen(BigInt(1 + chance.below(1_800)) * 100n)
    const order = { wireNo, orderedAt: services.now(), amount, kind: 'debit', cardToken } as const
    const { state } = await services.providers.bank.transfer(order)
    const [loan] = await owner.query<{ loan_no: string }>(
      `SELECT loan_no FROM loans WHERE customer_no = $1 AND NOT is_settled ORDER BY start_on LIMIT 1`,
      [customer],
    )
    const act = loan ? chance.pick(['match', 'match', 'send-back', 'accept'] as const) : 'send-back'
    staff.intents.set(wireNo, { act, ...(loan && { loanNo: loan.loan_no }) })
    return state
  },

  /** The bank declines a debit, and carries it out after all. */
  async declinedAndMoved({ outside, owner, services }, { customer }) {
    const [order] = await owner.query<{ order_no: string }>(
      `SELECT order_no FROM payment_orders
        WHERE customer_no = $1 AND state = 'failed' AND pay_by = 'card' AND ordered_at > $2
        ORDER BY ordered_at DESC LIMIT 1`,
      [customer, new Date(services.now().getTime() - 6 * 3_600_000)],
    )
    if (!order) return 'none'
    await outside.changeMind(order.order_no)
    return 'done'
  },

  /** The bank takes the money of a debit back; mostly the customer calls before its file says so. */
  async bounce(world, { customer }) {
    const { outside, owner, services, staff, chance } = world
    const [order] = await owner.query<{ order_no: string; request_no: string }>(
      `SELECT order_no, request_no FROM payment_orders
        WHERE customer_no = $1 AND state = 'paid' AND pay_by = 'card' AND settled_at > $2
        ORDER BY settled_at DESC LIMIT 1`,
      [customer, new Date(services.now().getTime() - 20 * 24 * 3_600_000)],
    )
    if (!order) return 'none'
    await outside.takeBack(order.order_no)
    staff.bounced.add(order.order_no)
    if (chance.happens(0.3)) return 'reported by the bank'
    const day = services.today()
    const parameters = { customer, paymentNo: `${order.request_no}-1`, day, cause: 'bounced' }
    const act = { kind: 'reverse-payment', parameters, amountFen: 0 }
    const urgent = { act, by: staff.member('agent'), needsEvidence: false, isUrgent: true }
    return propose(world, urgent)
  },

  /** Refunds to the card are declined until it is open again. */
  async closedCard({ outside }, { cardToken }) {
    if (outside.closedCards.delete(cardToken)) return 'open again'
    outside.closedCards.add(cardToken)
    return 'closed'
  },

  async deadMessage({ services, owner }, { customer }) {
    const messageNo = newNumber('dead')
    const sms = smsOf('refunded', { amount: '1.00' })
    await services.database.inTransaction((tx) =>
      enqueueSms(tx, services, { customer, messageNo, sms }),
    )
    await owner.query('UPDATE tasks SET dead_at = $2, attempts = 40 WHERE task_key = $1', [
      `${customer}:${messageNo}`,
      services.now(),
    ])
    return 'given up'
  },

  /** A finding of the night that does not hold any more. */
  async staleFinding({ owner, services, staff, chance }, { customer }) {
    const subjectNo = newNumber('stale')
    await owner.query(
      `INSERT INTO operational_exceptions (customer_no, kind, subject, subject_no, since, found_at,
         last_seen_at) VALUES ($1, 'rule-broken', 'stale', $2, $3, $3, $3)`,
      [customer, subjectNo, services.now()],
    )
    staff.intents.set(subjectNo, { act: chance.pick(['verify', 'accept'] as const) })
    return 'found'
  },

  /** The accrual of a loan fails in the coming night. */
  async failingNight({ owner }, { customer }) {
    await owner.query(
      `INSERT INTO simulation.failing_loans
       SELECT loan_no FROM loans WHERE customer_no = $1 AND NOT is_settled
           ON CONFLICT DO NOTHING`,
      [customer],
    )
    return 'planted'
  },

  /** A new applicant, about whose face the service is unsure. */
  async unsureFace({ product }) {
    const { client } = await newIdentifiedApplicant(product)
    const { identity } = client.api
    await setFault(product, { provider: 'face', unsure: true })
    try {
      const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
      const { faceToken } = await identity.faceChallenge({ faceSessionNo })
      const image = (await photo()).toString('base64')
      const frames = [{ action: 'front' as const, image }]
      return (await identity.faceResult({ faceSessionNo, faceToken, frames })).outcome
    } finally {
      await setFault(product, { provider: 'face', unsure: false })
    }
  },
}

/** Lets something go wrong for some borrowers. Returns one label per trouble. */
export async function letThingsGoWrong(
  world: World,
  borrowers: readonly Borrower[],
): Promise<string[]> {
  const { services, pace } = world
  const done: string[] = []
  for (const [index, borrower] of borrowers.entries()) {
    const chance = world.chance.branch(`${services.today()} trouble ${index}`)
    const own = { ...world, chance }
    for (const [name, trouble] of Object.entries(troubles)) {
      // The keys of the two tables are the same.
      if (!chance.happens(SHARES[name as keyof typeof SHARES] * pace)) continue
      const label = await attempt(name, () => trouble(own, borrower).catch(faultOf))
      done.push(label.replace('staff: ', 'trouble: '))
    }
  }
  await watchOrders(services)
  return done
}

/** The provider did not answer. */
function faultOf(error: unknown): string {
  if (error instanceof Error && error.name === 'ProviderFault') return 'no answer'
  throw error
}

/** After the night the loans that failed can be booked again. */
export async function repairNight({ owner }: Pick<World, 'owner'>): Promise<boolean> {
  await owner.query('DELETE FROM simulation.failing_loans')
  const failed = await owner.query('SELECT FROM end_of_day_failures')
  return failed.length > 0
}

/** Lets the accrual of chosen loans fail. */
export async function plantNightFaults(owner: World['owner']): Promise<void> {
  await owner.query('CREATE TABLE simulation.failing_loans (loan_no text PRIMARY KEY)')
  await owner.query(`
    CREATE FUNCTION simulation.fail_accrual() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF EXISTS (SELECT FROM simulation.failing_loans WHERE loan_no = NEW.loan_no) THEN
        RAISE EXCEPTION 'the accrual of loan % fails', NEW.loan_no;
      END IF;
      RETURN NEW;
    END $$`)
  await owner.query(`
    CREATE TRIGGER fail_accrual BEFORE INSERT ON ledger_accruals
      FOR EACH ROW EXECUTE FUNCTION simulation.fail_accrual()`)
}
