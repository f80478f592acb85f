import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { findLimit, readLoans } from '@qingzhou/lending/index'
import type { Chance } from '#simulator/chance.ts'
import { newNumber } from '#simulator/chance.ts'
import type { Borrower, World } from '#simulator/world.ts'

/** An act as the form of the console sends it. */
export type Act = {
  readonly kind: string
  readonly parameters: Readonly<Record<string, string>>
  /** The amount that the limits of the roles are about; zero where the act has none. */
  readonly amountFen: number
}

type Situation = {
  readonly customer: string
  readonly chance: Chance
  readonly today: LocalDate
  readonly isFrozen: boolean
  readonly isBlocked: boolean
  readonly loanNos: readonly string[]
  /** A payment that staff booked, and one by card. */
  readonly booked: string | undefined
}

/** An act that staff have a reason to do for a borrower now. */
export async function pickAct(world: World, borrower: Borrower): Promise<Act> {
  const situation = await readSituation(world, borrower)
  const { chance, isFrozen, isBlocked, customer } = situation
  if (isBlocked && chance.happens(0.4)) return act('end-block', { customer, reason: 'fraud' })
  if (isFrozen && chance.happens(0.4)) return act('reopen-limit', { customer })
  const choices = [limitActs, accountActs, loanActs, loanActs, moneyActs]
  const possible = chance.pick(choices)(situation)
  return chance.pick(possible.length > 0 ? possible : limitActs(situation))
}

async function readSituation(
  { services, owner, chance }: World,
  { customer }: Borrower,
): Promise<Situation> {
  const { database } = services
  const loans = (await readLoans(database, customer)).filter(({ loan }) => !isSettled(loan))
  const booked = await owner.query<{ payment_no: string }>(
    `SELECT payment_no FROM outside_payments
      WHERE customer_no = $1 AND taken_back_on IS NULL ORDER BY received_on DESC, payment_no`,
    [customer],
  )
  const blocks = await owner.query(
    'SELECT FROM customer_blocks WHERE customer_no = $1 AND ended_at IS NULL',
    [customer],
  )
  return {
    customer,
    chance,
    today: await services.businessDate(),
    isFrozen: (await findLimit(database, customer))?.state === 'frozen',
    isBlocked: blocks.length > 0,
    loanNos: loans.map(({ loanNo }) => loanNo),
    booked: booked[0]?.payment_no,
  }
}

function act(kind: string, parameters: Act['parameters'], amountFen = 0): Act {
  return { kind, parameters, amountFen }
}

/** An act with an amount in yuan. */
function ofYuan(kind: string, yuan: number, parameters: Act['parameters']): Act {
  return act(kind, { ...parameters, amount: `${yuan}.00` }, yuan * 100)
}

function limitActs({ customer, chance, isFrozen }: Situation): Act[] {
  return [
    ofYuan('raise-limit', 60_000 + 1_000 * chance.below(40), { customer }),
    ofYuan('raise-limit', 110_000 + 10_000 * chance.below(9), { customer }),
    ofYuan('lower-limit', 20_000 + 1_000 * chance.below(30), { customer }),
    act(isFrozen ? 'reopen-limit' : 'freeze-limit', { customer }),
  ]
}

const company = {
  companyName: '云栖科技有限公司',
  industry: '教育',
  position: '专业技术人员',
  income: '8,000 至 9,999 元',
  district: '310104',
  address: '建设路 5 号',
  companyPhone: '021-61234567',
}

function accountActs({ customer, chance, today }: Situation): Act[] {
  const lastDay = addDays(today, 30)
  const name = chance.pick(['沈清禾', '沈青和', '沈青禾'])
  return [
    act('grant-coupon', { customer, days: '7', amountMin: '500.00', lastDay }, 500_00),
    act('correct-name', { customer, name }),
    act('correct-address', {
      customer,
      district: '310104',
      address: `建设路 ${chance.below(90)} 号`,
    }),
    act('correct-email', { customer, email: `${newNumber('mail').slice(0, 8)}@example.com` }),
    act('correct-company', { customer, ...company }),
    act('block-customer', { customer, reason: 'fraud' }),
    act('end-sessions', { customer }),
    act('unlock-password', { customer }),
    act('hand-out-data', { customer }),
    act('erase-customer', { customer }),
  ]
}

function loanActs({ customer, chance, today, loanNos }: Situation): Act[] {
  if (loanNos.length === 0) return []
  const loan = { customer, loanNo: chance.pick(loanNos) }
  const annualRatePpm = `${5 + chance.below(9)}.00`
  const shares = { penaltySharePpm: '100', interestSharePpm: '50' }
  const days = `${5 + chance.below(60)}`
  return [
    act('grant-forbearance', { ...loan, days }),
    act('defer-instalment', { ...loan, days: '5' }),
    act('cut-rate', { ...loan, annualRatePpm, from: addDays(today, 1 - chance.below(20)) }),
    act('hardship-plan', { ...loan, days, annualRatePpm, penalty: chance.pick(['waive', 'keep']) }),
    act('offer-waiver', { ...loan, ...shares, lastDay: addDays(today, 10) }),
  ]
}

function moneyActs({ customer, chance, today, loanNos, booked }: Situation): Act[] {
  if (loanNos.length === 0) return []
  const loan = { customer, loanNo: chance.pick(loanNos) }
  const yuan = 1 + chance.below(20)
  const transfer = { receivedOn: today, reference: `BANK-${newNumber('transfer').slice(0, 12)}` }
  const earlier = { ...transfer, receivedOn: addDays(today, -chance.below(10)) }
  const toLoan = chance.pick(loanNos)
  return [
    ofYuan('waive-amount', yuan, { ...loan, part: 'interest' }),
    ofYuan('waive-amount', yuan, { ...loan, part: 'penalty' }),
    ofYuan('waive-amount', 1, { ...loan, part: 'fee' }),
    ofYuan('refund-amount', yuan, loan),
    ofYuan('book-payment', 50 + chance.below(800), { ...loan, ...transfer }),
    ofYuan('book-payment', 50 + chance.below(800), { ...loan, ...earlier }),
    ...(booked === undefined
      ? []
      : [
          act('counter-book', { customer, paymentNo: booked }),
          act('move-payment', { customer, paymentNo: booked, toLoan }),
        ]),
  ]
}
