import { afterEach, describe, expect, it } from 'vitest'
import { newCardNumber, readyToBind } from '#features/cards/testing/cardholder.ts'
import { startInWallet } from '#features/cards/testing/wallet-signer.ts'
import { newSubmittedApplicant } from '#features/credit/testing/applying.ts'
import {
  executeDraw,
  newBorrower,
  readyToApply,
  waitForBank,
} from '#features/loans/testing/borrower.ts'
import { buyItem } from '#features/mall/testing/shopper.ts'
import { latestCode, newPhone, setFault } from '#features/onboarding/testing/visitor.ts'
import { confirmCardPayment, moveDays, newPayer } from '#features/repayment/testing/payer.ts'
import { csvOf, peopleFrom, start } from '#features/staff/roster/testing/people.ts'
import { enqueueSms, enqueueMail } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { cancelTask } from '@qingzhou/platform/tasks/operate'
import { startProductForFile } from '#testing/product.ts'
import { runTasks } from '#testing/run-tasks.ts'
import { newStaff } from '#testing/staff.ts'
import { readExceptions } from './exception-store.ts'
import { ordersWithoutTask } from './open-order-store.ts'
import { openOrders, orderKinds } from './order-kind-store.ts'
import { watchOrders } from './watch-orders.ts'

/** How long the sandbox bank takes by default. */
const BANK_MS = 1_000

const product = startProductForFile({ EVENT_LOOP_LAG_MS_MAX: '60000', WALLET: 'alipay' })
afterEach(async () => {
  await setFault(product, { provider: 'bank', down: false, settleMs: BANK_MS })
  await setFault(product, { provider: 'bureau', down: false })
})

const exceptions = () =>
  readExceptions(product.services.database, { isResolvedToo: true, limit: 100 })

/** Creates an open order of every kind and runs none of their tasks. */
async function createOneOpenOrderOfEachKind(): Promise<void> {
  const { services } = product
  await buyItem(product, await newBorrower(product))
  const [payer, overpaying] = [await newPayer(product), await newPayer(product)]
  const [unverified, confirming] = [await newBorrower(product), await newBorrower(product)]
  // An early repayment that arrives a day late is refunded.
  await confirmCardPayment(product, overpaying, { kind: 'earlyFull', loanNo: overpaying.loanNo })
  await moveDays(product, 1)
  await waitForBank(product)

  await setFault(product, { provider: 'bank', settleMs: 3_600_000 })
  await setFault(product, { provider: 'bureau', down: true })
  await unverified.client.api.loans.apply(await readyToApply(unverified))
  await bindingUnderWay()
  await confirming.client.api.cards.startDebitAgreement({ cardId: confirming.card.cardId })
  await confirming.client.api.cards.endDebitAgreement({ cardId: confirming.card.cardId })
  for (const one of [payer, confirming]) await startInWallet(one)
  await confirming.client.api.cards.endWalletAgreement({})
  await newSubmittedApplicant(product)
  await confirmCardPayment(product, payer, { kind: 'earlyFull', loanNo: payer.loanNo })
  await executeDraw(product, confirming)
  const operator = await newStaff(product, ['operator'])
  await start(operator, csvOf(peopleFrom(1, 2)))
  const { customer } = payer
  await services.database.inTransaction(async (tx) => {
    const sms = smsOf('refunded', { amount: '1.00' })
    await enqueueSms(tx, services, { customer, messageNo: 'unsent', sms })
    const mail = { to: 'a@mail.example', subject: '好', text: '好', documents: [] }
    await enqueueMail(tx, services, { customer, kind: 'test', messageNo: 'unsent', ...mail })
  })
}

async function bindingUnderWay(): Promise<void> {
  const { client } = await readyToBind(product)
  const mobile = newPhone()
  const { bindingNo } = await client.api.cards.sendBindingCode({ cardNo: newCardNumber(), mobile })
  const dynamicCode = await latestCode(product, mobile)
  await client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode })
}

const orderTasks = Object.values(openOrders).map(({ task }) => task)

async function listQueued(): Promise<string[]> {
  const rows = await product.services.database.query<{ row: string }>(
    `SELECT concat_ws(' ', customer_no, kind, task_key, payload,
              CASE WHEN kind = 'end-unverified-draw' THEN run_at END) AS row
       FROM tasks WHERE kind = ANY ($1) ORDER BY row`,
    [orderTasks],
  )
  return rows.map(({ row }) => row)
}

describe('watchOrders', { timeout: 120_000 }, () => {
  it('enqueues the identical task for an order of any kind whose task is missing', async () => {
    await createOneOpenOrderOfEachKind()
    const { services } = product
    for (const kind of orderKinds) {
      expect([kind, await ordersWithoutTask(services.database, kind, 10)]).toEqual([kind, []])
    }
    const before = await listQueued()
    await services.database.query('DELETE FROM tasks WHERE kind = ANY ($1)', [orderTasks])
    await watchOrders(services)
    const after = await listQueued()
    expect(after.filter((row) => !before.includes(row))).toEqual([])
    expect(new Set(after.map((row) => row.split(' ').find((word) => isTask(word))))).toEqual(
      new Set(orderTasks),
    )
    const lost = (await exceptions()).filter(({ kind }) => kind === 'order-without-task')
    expect(new Set(lost.map(({ subject }) => subject))).toEqual(
      new Set(orderKinds.filter((kind) => kind !== 'mall-order')),
    )
    expect(lost.every(({ resolvedAt }) => resolvedAt !== undefined)).toBe(true)
    expect(product.logged()).toContain('watch.order-without-task')
  })

  it('enqueues the missing task of a disbursement, which is then paid', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await executeDraw(product, borrower)
    await product.services.database.query(`DELETE FROM tasks WHERE kind = 'disburse'`)
    await waitForBank(product)
    const state = async () => (await borrower.client.api.loans.result({ drawNo })).state
    expect(await state()).toBe('processing')
    await watchOrders(product.services)
    await waitForBank(product)
    expect(await state()).toBe('paid')
  })

  it('lists an overdue order until it ends, also in the metrics', async () => {
    const borrower = await newBorrower(product)
    await setFault(product, { provider: 'bank', down: true })
    const { drawNo } = await executeDraw(product, borrower)
    const late = async () =>
      (await exceptions()).filter((one) => one.kind === 'order-late' && one.subjectNo === drawNo)
    product.advance(29 * 60)
    await product.runTasks()
    await watchOrders(product.services)
    expect(await late()).toEqual([])

    product.advance(2 * 60)
    await watchOrders(product.services)
    expect(await late()).toMatchObject([{ subject: 'disbursement', resolvedAt: undefined }])
    expect(product.logged()).toContain('watch.order-late')
    const { body } = await product.app.inject({ url: '/metrics' })
    expect(body).toMatch(/qingzhou_open_orders\{kind="disbursement",state="late"\} [1-9]/)
    expect(body).toMatch(/qingzhou_open_order_age_seconds\{kind="disbursement"\} [1-9]\d{3}/)
    expect(body).toMatch(/qingzhou_exceptions\{kind="order-late",subject="disbursement"\} [1-9]/)

    await setFault(product, { provider: 'bank', down: false })
    product.advance(15 * 60)
    await waitForBank(product, 15 * 60)
    await watchOrders(product.services)
    expect(await late()).toMatchObject([{ resolvedAt: expect.any(Date) as Date }])
  })

  it('lists a dead message task once, until an operator cancels it', async () => {
    const { services } = product
    const { customer } = await newBorrower(product)
    await services.database.inTransaction((tx) =>
      enqueueSms(tx, services, {
        customer,
        messageNo: 'given-up',
        sms: smsOf('refunded', { amount: '1.00' }),
      }),
    )
    const [task] = await services.database.query<{ task_no: bigint }>(
      `UPDATE tasks SET dead_at = now(), attempts = 40
        WHERE customer_no = $1 AND kind = 'send-message' RETURNING task_no`,
      [customer],
    )
    product.advance(2 * 3_600)
    await watchOrders(services)
    const found = async () =>
      (await exceptions()).filter((one) => one.customer === customer && !one.resolvedAt)
    expect(await found()).toMatchObject([{ kind: 'task-dead', subject: 'send-message' }])

    await cancelTask(services, task?.task_no ?? 0n)
    await watchOrders(services)
    expect(await found()).toEqual([])
  })

  it('retries a disbursement after more than 25 failures and completes it once the fault is gone', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await executeDraw(product, borrower)
    const { services } = product
    const bank = {
      ...services.providers.bank,
      transfer: failInternally,
      transferState: failInternally,
    }
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await runTasks({ ...services, providers: { ...services.providers, bank } })
      product.advance(15 * 60)
    }
    await watchOrders(services)
    const failing = (await exceptions()).filter(({ kind }) => kind === 'task-failing')
    expect(failing).toMatchObject([{ subject: 'disburse', resolvedAt: undefined }])

    await waitForBank(product, 15 * 60)
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('paid')
    await watchOrders(services)
    const after = (await exceptions()).filter(({ kind }) => kind === 'task-failing')
    expect(after).toMatchObject([{ resolvedAt: expect.any(Date) as Date }])
  })
})

async function failInternally(): Promise<never> {
  throw new TypeError('simulated internal fault')
}

function isTask(word: string): boolean {
  return orderTasks.some((task) => task === word)
}
