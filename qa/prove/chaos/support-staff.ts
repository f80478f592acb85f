import { setTimeout as sleep } from 'node:timers/promises'

import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { proposalKinds } from '@qingzhou/server/features/console/proposals/kinds.ts'
import { readCards } from '@qingzhou/server/features/cards/index.ts'
import type { TestBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import {
  actAlone,
  approve,
  propose,
  renew,
  showProposal,
  type Acting,
} from '@qingzhou/server/features/proposals/index.ts'
import { reconcileDay } from '@qingzhou/server/features/reconciliation/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import { newStaff } from '@qingzhou/server/testing/staff.ts'
import type { Chance } from '#simulator/chance.ts'
import { repeatUntilAnswered } from './patience.ts'

export const SUPPORT_CASES = ['freeze', 'block', 'book', 'match', 'reversal'] as const
export type SupportCase = (typeof SUPPORT_CASES)[number]

/** What staff and the bank have done, to be compared with the books afterwards. */
export type SupportRecord = {
  readonly done: Record<SupportCase, number>
  /** References of transfers to the lender's account. */
  readonly booked: string[]
  /** Debits at the bank that the books did not have. */
  readonly matched: string[]
  /** Cases that were given up or refused, with the last error. */
  readonly abandoned: string[]
}

export function newRecord(): SupportRecord {
  const done = { freeze: 0, block: 0, book: 0, match: 0, reversal: 0 }
  return { done, booked: [], matched: [], abandoned: [] }
}

export type SupportTeam = {
  readonly product: TestProduct
  readonly agent: Acting
  readonly reviewers: readonly Acting[]
}

export async function newTeam(product: TestProduct): Promise<SupportTeam> {
  const member = async (role: 'operator' | 'reviewer'): Promise<Acting> => {
    const { staffNo } = await newStaff(product, [role])
    return { staffNo, roles: [role] }
  }
  const agent = await member('operator')
  return { product, agent, reviewers: [await member('reviewer'), await member('reviewer')] }
}

type Shift = {
  readonly team: SupportTeam
  readonly chance: Chance
  readonly record: SupportRecord
  /** They draw and repay meanwhile. */
  readonly borrowers: readonly TestBorrower[]
  /** They owe instalments. */
  readonly debtors: readonly TestBorrower[]
}

const PAUSE_MS = 800
/** How long a customer stays blocked, or a limit frozen. */
const STOPPED_MS = 400

/** The first loans need some time: after the end, a kind that found nothing to act on is tried again. */
const TRIES_AFTER = 15

/** One case after the other until it is over, and each kind has had its turn. */
export async function supportUntilOver(shift: Shift, isOver: () => boolean): Promise<void> {
  const { chance, record } = shift
  while (!isOver()) {
    for (const one of SUPPORT_CASES) {
      await handle(shift, one)
      await sleep(chance.below(PAUSE_MS))
    }
  }
  for (let left = TRIES_AFTER; left > 0; left -= 1) {
    const missing = SUPPORT_CASES.filter((one) => record.done[one] === 0)
    if (missing.length === 0) return
    for (const one of missing) await handle(shift, one)
    await sleep(PAUSE_MS)
  }
}

async function handle(shift: Shift, one: SupportCase): Promise<void> {
  const { chance, record, borrowers, debtors } = shift
  const hasMoney = one === 'book' || one === 'match'
  const customers = hasMoney && chance.happens(0.5) ? debtors : borrowers
  try {
    if (await cases[one](shift, chance.pick(customers))) record.done[one] += 1
  } catch (error) {
    record.abandoned.push(`${one}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Each returns false where there is nothing to act on. */
const cases: Record<SupportCase, (shift: Shift, borrower: TestBorrower) => Promise<boolean>> = {
  async freeze({ team, chance }, { customer }) {
    await alone(team, 'freeze-limit', { customer })
    await sleep(chance.below(STOPPED_MS))
    await together(team, 'reopen-limit', { customer })
    return true
  },

  async block({ team, chance }, { customer }) {
    const block = { customer, reason: chance.pick(['fraud', 'court', 'death']) }
    await alone(team, 'block-customer', block)
    await sleep(chance.below(STOPPED_MS))
    await together(team, 'end-block', block)
    return true
  },

  async book({ team, chance, record }, { customer }) {
    const loanNo = await loanOf(team.product, customer)
    if (loanNo === undefined) return false
    const reference = `TRANSFER-${crypto.randomUUID()}`
    const amount = fen(BigInt(1 + chance.below(90)) * 10_00n)
    const receivedOn = team.product.services.today()
    await together(team, 'book-payment', { customer, loanNo, amount, receivedOn, reference })
    record.booked.push(reference)
    return true
  },

  async match({ team, chance, record }, { customer }) {
    const loanNo = await loanOf(team.product, customer)
    if (loanNo === undefined) return false
    const { orderNo, day } = await lostDebit(team.product, customer, chance)
    await repeatUntilAnswered(() => reconcileDay(team.product.services, day))
    const where = { provider: 'bank', day, orderNo }
    await together(team, 'match-transfer', { ...where, customer, loanNo })
    record.matched.push(orderNo)
    return true
  },

  async reversal({ team, borrowers }) {
    const wireNo = await paidDebitOf(team.product, borrowers)
    if (wireNo === undefined) return false
    const { status } = await fetch(`${team.product.sandbox.url}/bank/reversal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orderNo: wireNo }),
    })
    return status === 204
  },
}

const reason = '客户来电'
type Parameters = Readonly<Record<string, unknown>>

const depsOf = ({ product }: SupportTeam) => ({ ...product.services, kinds: proposalKinds })

/** Without an answer it is done again: then it is refused, because it was done. */
async function alone(team: SupportTeam, kind: string, parameters: Parameters): Promise<void> {
  await unlessRefused(() => actAlone(depsOf(team), team.agent, { kind, parameters, reason }))
}

/** Proposed by one; two reviewers approve at once, and one of them performs it. */
async function together(team: SupportTeam, kind: string, parameters: Parameters): Promise<void> {
  const proposalNo = await proposeChange(team, kind, parameters)
  const decide = (reviewer: Acting) =>
    unlessRefused(() => approve(depsOf(team), reviewer, { proposalNo }))
  for (let renewals = 0; renewals < RENEWALS_MAX; renewals += 1) {
    await Promise.all(team.reviewers.map(decide))
    // A borrower may have moved its base meanwhile.
    await unlessRefused(() => renew(depsOf(team), team.agent, { proposalNo }))
    const { state } = await repeatUntilAnswered(() =>
      showProposal(depsOf(team), team.agent, { proposalNo }),
    )
    if (state !== 'proposed') return
  }
}

const RENEWALS_MAX = 20

async function proposeChange(
  team: SupportTeam,
  kind: string,
  parameters: Parameters,
): Promise<string> {
  return repeatUntilAnswered(async () => {
    try {
      const input = { kind, parameters, reason }
      return (await propose(depsOf(team), team.agent, input)).proposalNo
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // It was proposed, and the answer was lost.
      if (error.refusal.kind === 'proposal-open') return error.refusal.proposalNo
      throw error
    }
  })
}

async function unlessRefused(act: () => Promise<unknown>): Promise<void> {
  await repeatUntilAnswered(async () => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  })
}

/** The newest loan, an open one if there is any: money for a settled one goes back. */
async function loanOf({ services }: TestProduct, customer: string) {
  const [row] = await repeatUntilAnswered(() =>
    services.database.query<{ loan_no: string }>(
      'SELECT loan_no FROM loans WHERE customer_no = $1 ORDER BY is_settled, loan_no DESC LIMIT 1',
      [customer],
    ),
  )
  return row?.loan_no
}

/** The number at the bank of the newest debit that is booked and not taken back. */
async function paidDebitOf({ services }: TestProduct, borrowers: readonly TestBorrower[]) {
  const [row] = await repeatUntilAnswered(() =>
    services.database.query<{ wire_no: string }>(
      `SELECT wire_no FROM payment_orders JOIN wire_orders USING (order_no)
        WHERE customer_no = ANY($1) AND state = 'paid' ORDER BY settled_at DESC LIMIT 1`,
      [borrowers.map(({ customer }) => customer)],
    ),
  )
  return row?.wire_no
}

/** A debit that the bank makes without an order in the books, as after a restore. */
async function lostDebit(
  { services, sandbox }: TestProduct,
  customer: TestBorrower['customer'],
  chance: Chance,
): Promise<{ readonly orderNo: string; readonly day: LocalDate }> {
  const orderNo = crypto.randomUUID().replaceAll('-', '')
  const amount = fen(BigInt(1 + chance.below(50)) * 10_00n)
  const [card] = await repeatUntilAnswered(() => readCards(services.database, services, customer))
  const order = { wireNo: orderNo, orderedAt: services.now(), amount, kind: 'debit' } as const
  await repeatUntilAnswered(() =>
    services.providers.bank.transfer({ ...order, cardToken: card?.token ?? '' }),
  )
  const made = await repeatUntilAnswered(async () => {
    const answer = await fetch(`${sandbox.url}/bank/transfers?orderNo=${orderNo}`)
    // The sandbox's routes define this shape.
    const { transfers } = (await answer.json()) as { transfers: { state: string }[] }
    if (transfers[0]?.state !== 'done') throw new Error(`debit ${orderNo} is not made yet`)
    return services.today()
  })
  return { orderNo, day: made }
}
