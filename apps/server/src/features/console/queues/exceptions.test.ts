import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExceptionAct, ExceptionKind } from '@qingzhou/contract/features/console/queues'
import { fen } from '@qingzhou/domain/money/money'
import { changeLoanField } from '@qingzhou/lending/testing/loan-field'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { readCards } from '#features/cards/index.ts'
import { verifyBooks } from '#features/end-of-day/checks/verify-books.ts'
import { recomputeCustomer } from '#features/end-of-day/index.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { lateOrders, watchOrders } from '#features/order-watch/index.ts'
import { twoPeople } from '#features/payment-cases/testing/two-people.ts'
import { approve } from '#features/proposals/index.ts'
import { readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import {
  confirmCardPayment,
  dueOf,
  makeCardPayment,
  moveDays,
  newPayer,
  readClearingBalance,
  readOrderNo,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

let product: TestProduct
let owner: PoolDatabase
let operator: TestStaff
let people: Awaited<ReturnType<typeof twoPeople>>
beforeAll(async () => {
  product = await startTestProduct()
  owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
  operator = await newStaff(product, ['operator'])
  people = await twoPeople(product)
})
afterAll(async () => {
  await owner.close()
  await product.stop()
})

const page = { filters: {}, sort: { by: 'since', order: 'up' }, limit: 200 } as const
const calls = () => operator.client.api['console-queues']
const listAll = async () => (await calls().exceptions(page)).rows
const compareToday = () => reconcileDay(product.services, product.services.today())

async function only(kind: ExceptionKind) {
  const found = (await listAll()).filter((row) => row.kind === kind)
  expect(found).toHaveLength(1)
  const [row] = found
  if (!row) throw new Error(`no exception of kind ${kind}`)
  return row
}

type Extra = { readonly loanNo?: string; readonly resolution?: 'explained' | 'written-off' }

/** Acts on an exception; a proposal is approved by another member. */
async function settle(itemNo: string, act: ExceptionAct, extra: Extra = {}) {
  const { acts } = await calls().exception({ itemNo })
  const answer = await calls().actOnException({ itemNo, act, reason: '已核实', ...extra })
  expect(acts.find((one) => one.act === act)?.mode).toBe(answer.mode)
  const { proposalNo } = answer
  if (proposalNo === undefined) return answer.mode
  const { row } = await readQueued(itemNo)
  expect(row).toMatchObject({ state: 'proposed', proposalNo })
  expect((await approve(people.deps, people.reviewer, { proposalNo })).state).toBe('done')
  return answer.mode
}

async function readQueued(itemNo: string) {
  const { exception: row, history } = await calls().exception({ itemNo })
  return { row, history }
}

/** Nothing is left for a person, and the books agree with the providers. */
async function expectClear(): Promise<void> {
  const { services } = product
  await compareToday()
  await watchOrders(services)
  expect(await listAll()).toEqual([])
  expect(await readDifferences(services.database, undefined)).toEqual([])
  expect(await lateOrders(services.database, services.now(), 10)).toEqual([])
  expect(await readClearingBalance(product)).toBe(0n)
  expect(await verifyBooks(services.database)).toEqual([])
}

/** A debit on the payer's card that the product knows nothing of. */
async function strangeDebit({ customer }: Payer, wireNo: string, amount: bigint): Promise<void> {
  const { database, providers, now } = product.services
  const [card] = await readCards(database, product.services, customer)
  const debit = { kind: 'debit', cardToken: card?.token ?? '', amount: fen(amount) } as const
  await providers.bank.transfer({ wireNo, orderedAt: now(), ...debit })
  product.advance(5)
  await compareToday()
}

async function changeOfMind(orderNo: string): Promise<void> {
  await fetch(`${product.sandbox.url}/bank/change-of-mind`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderNo }),
  })
}

describe('the queue of exceptions is brought to zero', { timeout: 90_000 }, () => {
  it('a difference: the provider is asked again, and two people book what it has moved', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', decline: true })
    const requestNo = await makeCardPayment(product, payer, dueOf(payer, 1))
    await setFault(product, { provider: 'bank', decline: false })
    await changeOfMind(await readOrderNo(product, requestNo))
    await compareToday()
    const { itemNo, customer, amount, state } = await only('difference')
    expect({ customer, state }).toEqual({ customer: payer.customer, state: 'unclaimed' })
    expect(amount).toBeGreaterThan(0n)
    expect(await settle(itemNo, 'ask')).toBe('alone')
    await product.runTasks()
    expect((await readQueued(itemNo)).row.state).toBe('running')
    expect(await settle(itemNo, 'book')).toBe('proposal')
    expect((await payer.client.api.repayment.result({ requestNo })).state).toBe('paid')
    await expectClear()
  })

  it('unmatched money: two people match it with a loan', async () => {
    const payer = await newPayer(product)
    await strangeDebit(payer, 'unmatched1', 300_00n)
    const { itemNo, amount, customer } = await only('unmatched')
    expect({ amount, customer }).toEqual({ amount: 300_00n, customer: undefined })
    const { loanNo } = payer
    expect(await settle(itemNo, 'match', { loanNo })).toBe('proposal')
    await expectClear()
  })

  it('an order of unknown outcome: the bank is asked again until it answers', async () => {
    const payer = await newPayer(product)
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await setFault(product, { provider: 'bank', down: true })
    for (const _ of [1, 2]) await waitForBank(product, 3_700)
    await watchOrders(product.services)
    const { itemNo, subject, subjectNo } = await only('order-unknown')
    expect([subject, subjectNo]).toEqual(['collection', requestNo])
    await setFault(product, { provider: 'bank', down: false })
    expect(await settle(itemNo, 'ask')).toBe('alone')
    for (const _ of [1, 2]) await waitForBank(product, 700)
    expect((await payer.client.api.repayment.result({ requestNo })).state).toBe('paid')
    await expectClear()
  })

  it('a failed refund is sent again', async () => {
    const payer = await newPayer(product)
    const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
    const requestNo = await confirmCardPayment(product, payer, aim)
    await moveDays(product, 1)
    await waitForBank(product, 1)
    await setFault(product, { provider: 'bank', decline: true })
    for (const _ of [1, 2]) await waitForBank(product, 60)
    await setFault(product, { provider: 'bank', decline: false })
    const { itemNo, customer, amount } = await only('refund-failed')
    expect(customer).toBe(payer.customer)
    expect(amount).toBeGreaterThan(0n)
    expect(await settle(itemNo, 'retry')).toBe('alone')
    for (const _ of [1, 2]) await waitForBank(product, 60)
    const { state } = await payer.client.api.repayment.refund({ refundNo: `${requestNo}-1` })
    expect(state).toBe('returned')
    await expectClear()
  })

  it('a given-up task is run again, or given up for good', async () => {
    const { services } = product
    const { customer } = await newPayer(product)
    for (const messageNo of ['sent-later', 'not-sent']) {
      await services.database.inTransaction(async (tx) => {
        const sms = smsOf('refunded', { amount: '1.00' })
        await enqueueSms(tx, services, { customer, messageNo, sms })
      })
    }
    await owner.query(
      `UPDATE tasks SET dead_at = now(), attempts = 40 WHERE task_key IN ($1, $2)`,
      [`${customer}:sent-later`, `${customer}:not-sent`],
    )
    await watchOrders(services)
    const dead = (await listAll()).filter(({ kind }) => kind === 'task-given-up')
    expect(dead.map(({ subject }) => subject)).toEqual(['send-message', 'send-message'])
    expect(await settle(dead[0]?.itemNo ?? '', 'retry')).toBe('alone')
    expect(await settle(dead[1]?.itemNo ?? '', 'accept')).toBe('alone')
    await product.runTasks()
    await expectClear()
  })

  it('a loan that failed at night is booked by another run', async () => {
    const payer = await newPayer(product)
    const setDayCount = (to: string) =>
      changeLoanField(owner, payer.loanNo, { field: 'day_count', to: () => to })
    let usual = ''
    await changeLoanField(owner, payer.loanNo, { field: 'day_count', to: (was) => (usual = was) })
    await setDayCount('31/365')
    await moveDays(product, 1)
    const { itemNo, customer, amount } = await only('night-failed')
    expect(customer).toBe(payer.customer)
    expect(amount).toBeGreaterThan(0n)
    expect(await settle(itemNo, 'rerun')).toBe('alone')
    expect((await only('night-failed')).itemNo).toBe(itemNo)
    await setDayCount(usual)
    await settle(itemNo, 'rerun')
    await product.runTasks()
    await expectClear()
  })

  it('a loan that differs is recomputed; two people accept it until something else is found', async () => {
    const { customer, loanNo } = await newPayer(product)
    const change = (byFen: number) =>
      owner.query('UPDATE loan_balances SET interest_fen = interest_fen + $1 WHERE loan_no = $2', [
        byFen,
        loanNo,
      ])
    await change(1)
    await recomputeCustomer(product.services, customer)
    const { itemNo } = await only('loan-differs')
    expect(await settle(itemNo, 'verify')).toBe('alone')
    expect(await settle(itemNo, 'accept')).toBe('proposal')
    expect(await listAll()).toEqual([])
    product.advance(60)
    await recomputeCustomer(product.services, customer)
    expect(await listAll()).toEqual([])
    await change(1)
    await recomputeCustomer(product.services, customer)
    await only('loan-differs')
    await change(-2)
    await settle(itemNo, 'verify')
    await expectClear()
  })

  it('a broken rule of the books is verified again', async () => {
    const { customer, loanNo } = await newPayer(product)
    const change = (byFen: number) =>
      owner.query('UPDATE loan_balances SET interest_fen = interest_fen + $1 WHERE loan_no = $2', [
        byFen,
        loanNo,
      ])
    await change(1)
    await moveDays(product, 1)
    await product.runTasks()
    const broken = (await listAll()).filter(({ kind }) => kind === 'rule-broken')
    expect(broken.map((row) => row.customer)).toContain(customer)
    await change(-1)
    for (const { itemNo } of await listAll()) await settle(itemNo, 'verify')
    await product.runTasks()
    await expectClear()
  })

  it('a small difference one person closes, a large one two: then no rule is broken by it', async () => {
    const payer = await newPayer(product)
    await strangeDebit(payer, 'closedsmall', 10_00n)
    await strangeDebit(payer, 'closedlarge', 1_000_01n)
    const rows = await listAll()
    const numberOf = (orderNo: string) =>
      rows.find(({ subjectNo }) => subjectNo === orderNo)?.itemNo ?? ''
    expect(await settle(numberOf('closedsmall'), 'send-back')).toBe('alone')
    const large = numberOf('closedlarge')
    expect(await settle(large, 'accept', { resolution: 'explained' })).toBe('proposal')
    expect(await listAll()).toEqual([])
    await moveDays(product, 6)
    await product.runTasks()
    await expectClear()
  })
})
