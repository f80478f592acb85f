import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { readCards } from '#features/cards/index.ts'
import { newBorrower } from '#features/loans/testing/borrower.ts'
import { linkAccount } from '#features/onboarding/index.ts'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { saveForm } from '#features/profile/profile-store.ts'
import { reconcileDay } from '#features/reconciliation/index.ts'
import {
  disburseLoan,
  dueOf,
  makeCardPayment,
  moveDays,
  newPayer,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { requestNoOf } from '#features/repayment/index.ts'
import { digestBooks } from '@qingzhou/lending/testing/catalogue'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { proposalKinds } from './kinds.ts'
import {
  actOf,
  addPicture,
  approveNow,
  catchMessage,
  newMember,
  type AnyAct,
  type Member,
} from './testing/desk.ts'

let product: TestProduct
let agent: Member
let reviewer: Member
beforeAll(async () => {
  product = await startTestProduct()
  agent = await newMember(product, ['operator'])
  reviewer = await newMember(product, ['reviewer'])
})
afterAll(() => product.stop())

/** Everything that an act could leave behind, except the log of looks. */
async function traces(): Promise<string> {
  const { database } = product.services
  const [row] = await database.query<{ counts: string }>(
    `SELECT concat_ws(' ', (SELECT count(*) FROM proposals), (SELECT count(*) FROM outbox),
       (SELECT count(*) FROM outbox_mails), (SELECT count(*) FROM tasks),
       (SELECT count(*) FROM sessions), (SELECT count(*) FROM linked_accounts),
       (SELECT count(*) FROM customer_blocks WHERE ended_at IS NULL),
       (SELECT md5(string_agg(t::text, '' ORDER BY customer_no)) FROM profiles AS t)) AS counts`,
  )
  return `${await digestBooks(database)} ${row?.counts}`
}

const done = new Set<string>()

/** A dry run that leaves no trace, then the act itself: at once, or by two people. */
async function carryOut(act: AnyAct): Promise<string> {
  const before = await traces()
  const shown = await agent.calls.preview(act)
  expect([act.kind, await traces()]).toEqual([act.kind, before])
  expect(shown.lines.length).toBeGreaterThan(0)
  const kind = proposalKinds.find((one) => one.kind === act.kind)
  done.add(act.kind)
  if (kind?.isAlone) {
    expect((await agent.calls.perform(act)).lines).toEqual(shown.lines)
    return ''
  }
  const { proposalNo } = await agent.calls.propose(act)
  if (kind?.needsEvidence) {
    expect(await catchMessage(approveNow(reviewer, proposalNo))).toContain('规则 V6')
    await addPicture(agent, { proposalNo, fileName: '申请书.jpg' })
  }
  const { state, result } = await approveNow(reviewer, proposalNo)
  expect([act.kind, state, result]).toEqual([act.kind, 'done', result])
  return proposalNo
}

const basic = {
  marriage: '01',
  education: '20',
  district: '310101',
  address: '人民路 1 号',
  email: 'first@example.com',
  contacts: [],
}

const family = {
  marriage: '已婚',
  firstName: '周明',
  firstRelation: '配偶',
  firstPhone: '13900001111',
  secondName: '周晴',
  secondRelation: '父母',
  secondPhone: '13900002222',
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

async function prepare(payer: Payer): Promise<void> {
  const { services } = product
  const { customer } = payer
  await services.database.inTransaction(async (tx) => {
    await saveForm(tx, services, { customer, form: 'basic', fields: basic })
    await saveForm(tx, services, { customer, form: 'company', fields: {} })
    const openId = 'open-id-of-a-test'
    await linkAccount(tx, services, { provider: 'wallet', openId, customer })
  })
}

it('books, moves, reverses, waives and gives back money', async () => {
  const payer = await newPayer(product)
  const { customer, loanNo } = payer
  const loan = { customer, loanNo }
  const other = await disburseLoan(product, payer)
  await moveDays(product, 31)
  const day = await product.services.businessDate()
  const paid = await makeCardPayment(product, payer, dueOf(payer, 1))
  const paymentNo = await paymentOf(customer, paid)
  const taken = { customer, paymentNo, day, cause: 'bounced' }
  await carryOut(actOf('reverse-payment', taken))
  await carryOut(actOf('waive-amount', { ...loan, part: 'interest', amount: '1.00' }))
  const money = { ...loan, amount: '100.00', receivedOn: day, reference: 'BANK-000001' }
  const booked = await carryOut(actOf('book-payment', money))
  const moved = await carryOut(
    actOf('move-payment', { customer, paymentNo: booked, toLoan: other }),
  )
  await carryOut(actOf('counter-book', { customer, paymentNo: moved }))
  // The same transfer once more, of the right amount.
  await carryOut(actOf('book-payment', { ...money, loanNo: other, amount: '90.00' }))
  await carryOut(actOf('refund-amount', { customer, loanNo: other, amount: '1.00' }))

  const where = await lostDebit(payer, 'lostforconsole1')
  await carryOut(actOf('match-transfer', { ...loan, ...where }))
  const small = await lostDebit(payer, 'lostforconsole2')
  const closing = { resolution: 'explained' }
  await carryOut(actOf('close-small-difference', { ...small, ...closing }))
  const any = await lostDebit(payer, 'lostforconsole3')
  await carryOut(actOf('close-difference', { ...any, ...closing }))

  await moveDays(product, 40)
  const lastDay = addDays(await product.services.businessDate(), 10)
  const help = { ...loan, days: '90', annualRatePpm: '6', penalty: 'waive' }
  const shares = { penaltySharePpm: '100', interestSharePpm: '50', lastDay }
  await carryOut(actOf('offer-waiver', { ...loan, ...shares }))
  await carryOut(actOf('hardship-plan', help))
}, 120_000)

it('changes the terms, the limit and the account of a customer, each after a dry run without a trace', async () => {
  const payer = await newPayer(product)
  await prepare(payer)
  const { customer, loanNo, client } = payer
  const loan = { customer, loanNo }
  const today = await moveDays(product, 1)
  const later = addDays(today, 30)

  await carryOut(actOf('defer-instalment', { ...loan, days: '10' }))
  await carryOut(actOf('grant-forbearance', { ...loan, days: '20' }))
  await carryOut(actOf('cut-rate', { ...loan, annualRatePpm: '7.2', from: today }))
  await carryOut(
    actOf('grant-coupon', { customer, days: '7', amountMin: '1000.00', lastDay: later }),
  )
  await carryOut(actOf('correct-address', { customer, district: '310104', address: '建设路 2 号' }))
  await carryOut(actOf('correct-email', { customer, email: 'second@example.com' }))
  await carryOut(actOf('correct-name', { customer, name: '沈清禾' }))
  await carryOut(actOf('correct-contacts', { customer, ...family }))
  await carryOut(actOf('correct-company', { customer, ...company }))
  await carryOut(actOf('unlink-app', { customer, provider: 'wallet' }))
  const email = 'owner@example.com'
  const asked = { requestNo: 'console-00000001', kind: 'statement', email } as const
  const { certificates } = await client.api.settlement.apply(asked)
  const documentNo = certificates[0]?.certificateNo ?? ''
  await carryOut(actOf('send-document', { customer, documentNo }))
  await carryOut(actOf('end-sessions', { customer }))
  await carryOut(actOf('unlock-password', { customer }))
  await carryOut(actOf('hand-out-data', { customer }))
  await carryOut(actOf('freeze-limit', { customer }))
  await carryOut(actOf('reopen-limit', { customer }))
  await carryOut(actOf('lower-limit', { customer, amount: '20000.00' }))
  await carryOut(actOf('raise-limit', { customer, amount: '30000.00' }))
  await carryOut(actOf('block-customer', { customer, reason: 'fraud' }))
  await carryOut(actOf('end-block', { customer, reason: 'fraud' }))
  await carryOut(actOf('block-customer', { customer, reason: 'stolen-phone' }))
  await carryOut(actOf('return-access', { customer, phone: newPhone() }))
}, 120_000)

async function paymentOf(customer: string, requestNo: string): Promise<string> {
  const rows = await product.services.database.query<{ payment_no: string }>(
    'SELECT payment_no FROM payments WHERE customer_no = $1 ORDER BY payment_no',
    [customer],
  )
  const found = rows.find(({ payment_no }) => requestNoOf(payment_no) === requestNo)
  if (!found) throw new Error(`order ${requestNo}: no payment`)
  return found.payment_no
}

/** A debit of the bank that the books do not have. */
async function lostDebit(
  { customer }: Payer,
  orderNo: string,
): Promise<{ provider: string; day: LocalDate; orderNo: string }> {
  const { database, providers, now, today } = product.services
  const [card] = await readCards(database, product.services, customer)
  const lost = { wireNo: orderNo, orderedAt: now(), amount: fen(10_00n) }
  await providers.bank.transfer({ ...lost, kind: 'debit', cardToken: card?.token ?? '' })
  product.advance(5)
  await reconcileDay(product.services, today())
  return { provider: 'bank', day: today(), orderNo }
}

it('cancels the limit of a customer without debt, and refuses what the law retains', async () => {
  const { customer } = await newBorrower(product)
  const erase = actOf('erase-customer', { customer })
  await expect(agent.calls.preview(erase)).rejects.toThrow('资料须')
  done.add('erase-customer')
  await carryOut(actOf('cancel-limit', { customer }))
}, 60_000)

it('every act that a form can ask for was carried out', async () => {
  const { kinds } = await agent.calls.kinds({})
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(
    [...done, 'accept-exception', 'refuse-face'].toSorted(),
  )
})
