import { expect } from '@playwright/test'
import { at, cards, repayment } from '../pages/addresses.ts'
import { borrow } from '../pages/draw.ts'
import { seriousFindings } from '../pages/opens-well.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { phone } from '../devices/phone.ts'
import { test } from '../product/product.ts'
import {
  advanceBusinessDate,
  businessDate,
  daysUntil,
  setCardBehaviour,
  signInWithLimit,
} from '../people/with-limit.ts'

test('a borrower agrees to debits by the payment app, is debited on the due date, and ends them', async ({
  browser,
}) => {
  test.setTimeout(480_000)
  const page = await (await browser.newContext(phone)).newPage()
  page.setDefaultTimeout(20_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await simulateFace(page, 'messenger-borrower')
  const person = await signInWithLimit(page, 'messenger-borrower')
  await borrow(page, { person, amount: '6000' })

  await page.goto(at(cards.myCards))
  await expect(page.getByText('未开通')).toBeVisible()
  await expect(page.getByText('20,000.00 元')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '去支付应用开通' }).click()
  await expect(page.getByText('¥ 20,000.00')).toBeVisible()
  await page.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('开通中')).toBeVisible()
  await page.getByRole('button', { name: '继续去支付应用开通' }).click()
  await page.getByRole('button', { name: '同意并开通' }).click()
  await expect(page).toHaveTitle(cards.myCards.title)
  await expect(page.getByText('已开通')).toBeVisible({ timeout: 30_000 })

  await setCardBehaviour(page, person, 'frozen')
  await page.goto(at(repayment.allDue))
  const bill = page.getByText(/^\d{4}-\d\d-\d\d 到期$/).first()
  const due = (await bill.textContent())?.slice(0, 10) ?? ''
  await advanceBusinessDate(page, daysUntil(due, { from: await businessDate(page) }))
  await page.goto(at(repayment.loanHistory))
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /支付应用自动还款.*成功/ })).toHaveCount(1)
  }).toPass({ timeout: 60_000 })
  await setCardBehaviour(page, person, 'well')

  await page.goto(at(cards.myCards))
  await page.getByRole('button', { name: '关闭支付应用自动还款' }).click()
  await page.getByRole('button', { name: '确认关闭' }).click()
  await expect(page.getByText('已关闭', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '去支付应用开通' })).toBeVisible()
  await page.context().close()
})
