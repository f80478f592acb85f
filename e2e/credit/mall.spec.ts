import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectNothingSerious } from '../pages/accessibility.ts'
import { at, credit, loans, mall } from '../pages/addresses.ts'
import { personOf } from '../people/applicant.ts'
import { verifyDraw } from '../pages/draw.ts'
import { standBefore } from '../devices/face-in-front.ts'
import { openInMessenger, signInByCode } from '../people/in-messenger.ts'
import { test } from '../product/product.ts'
import { booksOf, grantLimit } from '../people/with-limit.ts'

// One thing, from the shelf to the door and back.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const person = personOf('shopper')
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  page = await openInMessenger(browser)
  await standBefore(page, person.key)
  await grantLimit(page, person)
})
test.afterAll(async () => page.context().close())

const thing = '青石通勤自行车'

test('whoever looks around sees what things cost at most; who signs in buys on their own terms', async () => {
  await page.goto(at(mall.mall))
  await expect(page.getByRole('button', { name: new RegExp(thing) })).toContainText('1,599.00')
  await expectNothingSerious(page)
  await page.getByRole('button', { name: new RegExp(thing) }).click()
  await page.getByText('6 期', { exact: true }).click()
  await expect(page.getByText('每期最多', { exact: true })).toBeVisible()
  await expectNothingSerious(page)
  await page.getByRole('button', { name: '登录后按我的利率试算' }).click()
  await signInByCode(page, { phone: person.phone, button: '登录并继续购买' })

  await expect(page.getByText('还款合计')).toBeVisible()
  await page.getByRole('checkbox').check()
  await expectNothingSerious(page)
  await page.getByRole('button', { name: '确认购买 1,599.00 元' }).click()
  await expect(page.getByRole('dialog').last()).toContainText('综合融资成本明示表')
  await page.getByRole('button', { name: '我已了解全部成本，去签署' }).click()
  await verifyDraw(page, person)
  await expect(page).toHaveTitle(loans.loanResult.title)
  await expect(page.getByText('已付款，商城开始备货')).toBeVisible({ timeout: 60_000 })
  await expectNothingSerious(page)
  await page.goto(at(credit.limit))
  await expect(page.getByText('已用 1,599.00')).toBeVisible()
})

type Ordered = { readonly orderNo: string; readonly name: string }

/** What the mall itself does with the order, and the page that tells of it. */
async function letMall(as: 'sent' | 'delivered' | 'returned', shown: string): Promise<void> {
  const answer = await page.request.get('/sandbox/mall/orders')
  // The sandbox's own answer, whose shape its routes fix.
  const { orders } = (await answer.json()) as { orders: Ordered[] }
  const data = { orderNo: orders.find(({ name }) => name === thing)?.orderNo, as }
  expect((await page.request.post('/sandbox/mall/orders', { data })).ok()).toBe(true)
  await expectOrder(shown)
}

async function expectOrder(shown: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(shown, { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}

test('the order is followed to the door', async () => {
  await page.goto(at(mall.mallOrders))
  await expectOrder('待发货')
  await expect(page.getByText('分 6 期')).toBeVisible()
  await letMall('sent', '运输中')
  await expect(page.getByRole('button', { name: '申请退货' })).toBeHidden()
  await letMall('delivered', '已送达')
  await expectNothingSerious(page)
})

test('given back, the loan is undone, and the books end where they began', async () => {
  await page.getByRole('button', { name: '申请退货' }).click()
  await expectNothingSerious(page)
  await page.getByRole('button', { name: '申请退货 1,599.00 元' }).click()
  await expectOrder('退货中')
  await letMall('returned', '已退款')
  await expectNothingSerious(page)
  await page.goto(at(credit.limit))
  await expect(page.getByText('已用 0.00')).toBeVisible()

  const balances = new Map<string, number>()
  for (const { debit, credit: credited, amount } of (await booksOf(page, person)).entries) {
    const fen = Math.round(Number(amount) * 100)
    balances.set(debit, (balances.get(debit) ?? 0) + fen)
    balances.set(credited, (balances.get(credited) ?? 0) - fen)
  }
  expect(balances.size).toBeGreaterThan(0)
  expect([...balances].filter(([, balance]) => balance !== 0)).toEqual([])
})
