import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { seriousFindings, tapThrough } from '../pages/opens-well.ts'
import { at, repayment } from '../pages/addresses.ts'
import { borrow } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { expectShortened, shortenPlan } from '../pages/shortened-plan.ts'
import { chooseBills, daysUntilDue, expectPaid, payByApp, payByCard } from '../pages/pay.ts'
import { phone } from '../devices/phone.ts'
import { test } from '../product/product.ts'
import {
  waitForEndOfDay,
  setCardBehaviour,
  advanceBusinessDate,
  listBankTransfers,
  signInWithLimit,
} from '../people/with-limit.ts'

// One borrower and one loan, from the first bill to an overdue one. Orders and the settlement: orders.spec.ts.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let page: Page
let person: TestPerson
let shortened: Awaited<ReturnType<typeof shortenPlan>>
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  page = await (await browser.newContext(phone)).newPage()
  page.setDefaultTimeout(20_000)
  await simulateFace(page, 'code-only')
  person = await signInWithLimit(page, 'code-only')
  await borrow(page, { person, amount: '12000' })
})
test.afterAll(async () => {
  await setCardBehaviour(page, person, 'well')
  await page.context().close()
})

async function debits() {
  const moved = await listBankTransfers(page, person)
  return moved.filter(({ kind, state }) => kind === 'debit' && state === 'done')
}

/** The instalment of the shortened plan, as the bank writes it. */
const instalmentFen = () => shortened.amount.replaceAll(/[,.]/g, '')

test('[1.011, 2.085] a declined card is not charged, and the payment app pays instead', async () => {
  await setCardBehaviour(page, person, 'frozen')
  await chooseBills(page)
  expect(await seriousFindings(page)).toEqual([])
  await payByCard(page, person)
  await expect(page.getByText('扣款失败')).toBeVisible({ timeout: 60_000 })
  expect(await debits()).toHaveLength(0)
  await setCardBehaviour(page, person, 'well')

  await page.getByRole('link', { name: '重新还款' }).click()
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await payByApp(page)
  await expectPaid(page)
  await page.goto(at(repayment.paymentHistory))
  await expect(page.getByRole('link', { name: /按期还款/ })).toHaveCount(1)
})

test('the record shows the draw, the declined debit and the payment, and filters them', async () => {
  await tapThrough(page, [repayment.repayHome, repayment.loanHistory])
  const row = (name: RegExp) => page.getByRole('link', { name })
  await expect(row(/借款 · 日常消费.*成功.*\+12,000\.00/)).toHaveCount(1)
  await expect(row(/按期还款.*成功/)).toHaveCount(1)
  await expect(row(/按期还款.*失败/)).toHaveCount(1)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '未成功' }).click()
  await expect(row(/按期还款.*成功/)).toHaveCount(0)
  await expect(row(/按期还款.*失败/)).toHaveCount(1)
  await page.getByRole('tab', { name: '退款' }).click()
  await page.getByRole('button', { name: '查看全部交易' }).click()
  await row(/按期还款.*成功/).click()
  await expect(page).toHaveTitle(repayment.payment.title)
})

test('the pages of a loan are reached by taps from the repayment home', async () => {
  const { repayHome, everyMonth, oneMonth, loanDetail, loanPlan, iou, iouBill } = repayment
  await tapThrough(page, [repayHome, everyMonth, oneMonth])
  await tapThrough(page, [repayHome, loanDetail, loanPlan])
  await tapThrough(page, [repayHome, loanDetail, iou, iouBill])
})

test('[1.012, 1.014] partial early repayment shows the plan before and after, and the plan changes as shown', async () => {
  shortened = await shortenPlan(page, { part: '2000', months: 10 })
  await expectShortened(page, person.phone, shortened)
})

test('a bill is paid early by card with an SMS code, once its period has begun', async () => {
  await page.goto(at(repayment.payInstalments))
  await expect(page.getByText('现在没有待还的账单')).toBeVisible()
  await expect(page.getByRole('link', { name: '提前还款' })).toBeVisible()
  await advanceBusinessDate(page, (await daysUntilDue(page)) - 5)
  await chooseBills(page)
  await payByCard(page, person)
  await expectPaid(page)
  expect((await debits()).map(({ amountFen }) => amountFen)).toEqual([instalmentFen()])
  // Reopening an order shows its state, and nothing is paid again.
  await page.reload()
  await expectPaid(page)
  expect(await debits()).toHaveLength(1)
})

test('on the due date the card is debited automatically; a failed debit becomes overdue and is retried', async () => {
  await setCardBehaviour(page, person, 'frozen')
  await advanceBusinessDate(page, (await daysUntilDue(page)) + 3)
  await page.goto(at(repayment.repayHome))
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('逾期 3 天').first()).toBeVisible()
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText(/含罚息/)).toBeVisible()
  const tried = await listBankTransfers(page, person)
  expect(tried).toContainEqual(expect.objectContaining({ kind: 'debit', state: 'declined' }))
  const why = /扣款未成功：银行卡状态异常，可能被冻结或挂失。请联系发卡银行/
  await expect(page.getByText(why)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: '查看我的银行卡' }).click()
  await expect(page.getByText('扣款未成功', { exact: true })).toBeVisible()
  await expect(page.getByText(why)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.goBack()
  expect(await debits()).toHaveLength(1)

  // A pending debit would postpone that of the next day.
  await waitForEndOfDay(page, person)
  await setCardBehaviour(page, person, 'well')
  await advanceBusinessDate(page, 1)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('下一期应还')).toBeVisible()
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText(why)).toBeHidden()
  expect(await debits()).toHaveLength(2)
})
