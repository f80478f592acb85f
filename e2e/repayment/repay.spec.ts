import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { seriousFindings, tapThrough } from '../pages/opens-well.ts'
import { at, cards, credit, onboarding, repayment } from '../pages/addresses.ts'
import { confirmByCode, receivedCode } from '../people/borrower.ts'
import { borrow } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { expectShortened, shortenPlan } from '../pages/shortened-plan.ts'
import { daysUntilDue, leaveUnpaid, openEarly, payByApp } from '../pages/pay.ts'
import { phone } from '../devices/phone.ts'
import { signInByCode } from '../people/in-messenger.ts'
import { test } from '../product/product.ts'
import {
  setBankFault,
  waitForEndOfDay,
  setCardBehaviour,
  advanceBusinessDate,
  listBankTransfers,
  signInWithLimit,
} from '../people/with-limit.ts'

// One borrower and one loan, from the first bill to the last.
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

const bigNumber = () => page.locator('.num-xl')

async function debits() {
  const moved = await listBankTransfers(page, person)
  return moved.filter(({ kind, state }) => kind === 'debit' && state === 'done')
}

/** The instalment of the shortened plan, as the bank writes it. */
const instalmentFen = () => shortened.amount.replaceAll(/[,.]/g, '')

/** From the bills to the cashier, with the default selection. */
async function chooseBills(): Promise<void> {
  await page.goto(at(repayment.payInstalments))
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await expect(page).toHaveTitle(repayment.cashier.title)
}

async function payByCard(): Promise<void> {
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await expect(page).toHaveTitle(repayment.confirmPayment.title)
  await confirmByCode(page, person)
  await expect(page).toHaveTitle(repayment.paymentResult.title)
}

const expectPaid = () => expect(page.getByText('还款成功')).toBeVisible({ timeout: 60_000 })

test('[1.011, 2.085] a declined card is not charged, and the payment app pays instead', async () => {
  await setCardBehaviour(page, person, 'frozen')
  await chooseBills()
  expect(await seriousFindings(page)).toEqual([])
  await payByCard()
  await expect(page.getByText('扣款失败')).toBeVisible({ timeout: 60_000 })
  expect(await debits()).toHaveLength(0)
  await setCardBehaviour(page, person, 'well')

  await page.getByRole('link', { name: '重新还款' }).click()
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await payByApp(page)
  await expectPaid()
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

test('[2.076, 2.087] every page about the loan and its payments opens correctly', async () => {
  // A page that still fades in has intermediate colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(at(repayment.repayHome))
  const loan = await page.getByRole('link', { name: /待还本金/ }).getAttribute('href')
  await page.goto(at(repayment.paymentHistory))
  const paid = await page.getByRole('link', { name: /按期还款/ }).getAttribute('href')
  const query = Object.fromEntries(
    [loan, paid].flatMap((href) => [...new URLSearchParams(href?.split('?')[1])]),
  )
  const found: unknown[] = []
  for (const screen of Object.values(repayment)) {
    await page.goto(at(screen, query))
    await expect(page).toHaveTitle(screen.title)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    found.push(...(await seriousFindings(page)))
  }
  expect(found).toEqual([])
})

test('a bill is paid early by card with an SMS code, once its period has begun', async () => {
  await page.goto(at(repayment.payInstalments))
  await expect(page.getByText('现在没有待还的账单')).toBeVisible()
  await expect(page.getByRole('link', { name: '提前还款' })).toBeVisible()
  await advanceBusinessDate(page, (await daysUntilDue(page)) - 5)
  await chooseBills()
  await payByCard()
  await expectPaid()
  expect((await debits()).map(({ amountFen }) => amountFen)).toEqual([instalmentFen()])
  // Reopening an order shows its state, and nothing is paid again.
  await page.reload()
  await expectPaid()
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

test('[2.070] an overdue amount is paid manually, with its penalty', async () => {
  await setCardBehaviour(page, person, 'frozen')
  await advanceBusinessDate(page, (await daysUntilDue(page)) + 5)
  await page.goto(at(repayment.repayHome))
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('逾期 5 天').first()).toBeVisible()
  }).toPass({ timeout: 60_000 })
  const owed = await bigNumber().textContent()
  await page.goto(at(repayment.currentBill))
  await expect(page.getByText('罚息')).toBeVisible()
  // Otherwise the card would be debited automatically while the borrower pays.
  await waitForEndOfDay(page, person)
  await setCardBehaviour(page, person, 'well')
  await chooseBills()
  await payByCard()
  await expectPaid()
  await expect(page.locator('main')).toContainText(owed ?? 'nothing')
  await page.goto(at(repayment.repayHome))
  await expect(page.getByText('下一期应还')).toBeVisible()
})

test('[2.084] a payment that arrives too late for its purpose is refunded, and the refund can be tracked', async () => {
  test.setTimeout(420_000)
  // Longer than the books need to advance, on any machine.
  await setBankFault(page, { settleMs: 120_000 })
  await openEarly(page)
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await payByCard()
  await expect(page.getByText('还款处理中')).toBeVisible()
  // Past a due date: the ordered amount no longer settles the loan.
  await advanceBusinessDate(page, 40)
  await setBankFault(page, { settleMs: null })
  await expect(page.getByText(/元为多还款项，将原路退回$/)).toBeVisible({ timeout: 240_000 })
  await page.getByRole('link', { name: '查看退款' }).click()
  await expect(page).toHaveTitle(repayment.refund.title)
  await expect(page.getByText('确认多还，准备退回')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('已退回到卡')).toBeVisible()
  }).toPass({ timeout: 90_000 })
})

test('an unpaid order is shown at the cashier and on its result, where it goes on or is given up', async () => {
  const order = await leaveUnpaid(page)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '继续付款' }).click()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await expect(page).toHaveTitle(repayment.paymentResult.title)
  // Cancelled in the app: nothing is wrong with a card.
  await expect(page.getByText('还款未完成')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('扣款失败')).toHaveCount(0)
  await page.getByRole('link', { name: /^重新/ }).click()
  expect(await leaveUnpaid(page)).not.toBe(order)
  await page.getByRole('link', { name: '查看进度' }).click()
  await expect(page).toHaveTitle(repayment.paymentResult.title)
  await expect(page.getByText('您还没有完成付款')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '取消，换一种方式' }).click()
  await expect(page).toHaveTitle(repayment.cashier.title)
  await expect(page.getByRole('button', { name: /^确认还款/ })).toBeVisible()
})

test('a session that ends at the cashier is opened again on the page of bills, with the same payment', async () => {
  const button = page.getByRole('button', { name: /^确认还款/ })
  const amount = await button.textContent()
  await page.context().clearCookies()
  await button.click()
  await expect(page).toHaveURL(new RegExp(`#${onboarding.repayLanding.path}\\?`))
  await page.reload()
  await signInByCode(page, { phone: person.phone, button: '登录并查看应还' })
  await expect(page).toHaveTitle(repayment.cashier.title)
  await expect(button).toHaveText(amount ?? '')
})

test('with a signed agreement the card settles the loan without a code, until the agreement is ended', async () => {
  await page.getByRole('link', { name: '开通免验证码还款' }).click()
  await expect(page).toHaveTitle(repayment.confirmPayment.title)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('已发送至')).toBeVisible()
  await page.getByLabel('短信验证码').fill(await receivedCode(page, person.phone))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '同意并开通' }).click()
  await expect(page.getByText('该卡已开通免验证码还款')).toBeVisible()
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await expect(page.getByText('还款成功，借款已结清')).toBeVisible({ timeout: 60_000 })

  await page.goto(at(cards.myCards))
  await expect(page.getByRole('link', { name: '查看授权书' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '解除免验证码还款' }).click()
  await page.getByRole('button', { name: '确认解除' }).click()
  await expect(page.getByRole('link', { name: '开通免验证码还款' })).toBeVisible()
})

test('early repayment in full settles the loan and restores the whole limit', async () => {
  await page.goto(at(repayment.repayHome))
  await expect(page.getByText('您没有待还的借款')).toBeVisible()
  await page.goto(at(repayment.settledLoans))
  await expect(page.getByText('已结清')).toBeVisible()
  await page.goto(at(credit.limit))
  await expect(page.getByText('已用 0.00')).toBeVisible()
})
