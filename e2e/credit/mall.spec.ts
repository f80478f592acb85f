import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, credit, loans, mall, onboarding } from '../pages/addresses.ts'
import { personOf } from '../people/applicant.ts'
import { newPhone } from '../people/borrower.ts'
import { verifyDraw } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { openInMessenger, openOnPhone, signInByCode } from '../people/in-messenger.ts'
import { test } from '../product/product.ts'
import { readBooks, grantLimit } from '../people/with-limit.ts'

// One purchase, from the order to the delivery and back.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const person = personOf('shopper')
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  page = await openInMessenger(browser)
  await simulateFace(page, person.key)
  await grantLimit(page, person)
})
test.afterAll(async () => page.context().close())

const goods = '青石通勤自行车'

test('[1.026] a visitor sees the highest cost; a signed-in customer buys on their own terms', async () => {
  await page.goto(at(mall.mall))
  await expect(page.getByRole('button', { name: new RegExp(goods) })).toContainText('1,599.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: new RegExp(goods) }).click()
  await page.getByText('6 期', { exact: true }).click()
  await expect(page.getByText('每期最多', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '登录后按我的利率试算' }).click()
  await signInByCode(page, { phone: person.phone, button: '登录并继续购买' })

  await expect(page.getByText('还款合计')).toBeVisible()
  // The list behind the sheet is inert.
  await expect(page.locator('.mall-offer', { hasText: goods })).not.toContainText('最高')
  await page.getByRole('checkbox').check()
  await page.getByLabel('收货人').fill(person.name)
  await page.getByLabel('收货手机号').fill(person.phone)
  await page.getByLabel('收货地址').fill('青石市临河路 8 号 2 幢 301')
  await expectAccessible(page)
  await page.getByRole('button', { name: '确认购买 1,599.00 元' }).click()
  await expect(page.getByRole('dialog').last()).toContainText('综合融资成本明示表')
  await page.getByRole('button', { name: '我已了解全部成本，去签署' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: goods })).toBeVisible()
  await expect(page.getByText(/青石市临河路 8 号 2 幢 301/)).toBeVisible()
  await verifyDraw(page, person)
  await expect(page).toHaveTitle(loans.loanResult.title)
  await expect(page.getByText('已付款，商城开始备货')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await page.goto(at(credit.limit))
  await expect(page.getByText('已用 1,599.00')).toBeVisible()
})

type MallOrder = { readonly orderNo: string; readonly name: string }

/** Sets the order's state at the mall, and waits until the page shows it. */
async function setMallOrderState(
  as: 'sent' | 'delivered' | 'returned',
  shown: string,
): Promise<void> {
  const answer = await page.request.get('/sandbox/mall/orders')
  // The shape is defined by the sandbox's routes.
  const { orders } = (await answer.json()) as { orders: MallOrder[] }
  const data = { orderNo: orders.find(({ name }) => name === goods)?.orderNo, as }
  expect((await page.request.post('/sandbox/mall/orders', { data })).ok()).toBe(true)
  await expectOrder(shown)
}

async function expectOrder(shown: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(shown, { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}

test('the order is tracked until delivery', async () => {
  await page.goto(at(mall.mallOrders))
  await expectOrder('待发货')
  await expect(page.getByText('分 6 期')).toBeVisible()
  await setMallOrderState('sent', '运输中')
  await expect(page.getByRole('button', { name: '申请退货' })).toBeHidden()
  await setMallOrderState('delivered', '已送达')
  await expectAccessible(page)
})

test('returning the goods reverses the loan, and the books end where they began', async () => {
  await page.getByRole('button', { name: '申请退货' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '申请退货 1,599.00 元' }).click()
  await expectOrder('退货中')
  await setMallOrderState('returned', '已退款')
  await expectAccessible(page)
  await page.goto(at(credit.limit))
  await expect(page.getByText('已用 0.00')).toBeVisible()

  const balances = new Map<string, number>()
  for (const { debit, credit: credited, amount } of (await readBooks(page, person)).entries) {
    const fen = Math.round(Number(amount) * 100)
    balances.set(debit, (balances.get(debit) ?? 0) + fen)
    balances.set(credited, (balances.get(credited) ?? 0) - fen)
  }
  expect(balances.size).toBeGreaterThan(0)
  expect([...balances].filter(([, balance]) => balance !== 0)).toEqual([])
})

test('a signed-out visitor who opens the orders signs in, continues to them, and returns to the mall', async ({
  browser,
}) => {
  const visitor = await openOnPhone(browser)
  await visitor.goto(at(mall.mallOrders))
  await expect(visitor).toHaveTitle(onboarding.landing.title)
  await signInByCode(visitor, { phone: newPhone(), button: '登录并' })
  await expect(visitor).toHaveTitle(mall.mallOrders.title)
  await expect(visitor.getByText('还没有订单')).toBeVisible()
  await visitor.getByRole('button', { name: '返回' }).click()
  await expect(visitor).toHaveTitle(mall.mall.title)
  await visitor.context().close()
})
