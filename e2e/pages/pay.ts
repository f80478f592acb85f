import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { confirmByCode } from '../people/borrower.ts'
import { at, repayment } from './addresses.ts'

/** From the loan to the quote of its early repayment. */
export async function openEarly(page: Page): Promise<void> {
  await page.goto(at(repayment.repayHome))
  await page.getByRole('link', { name: /待还本金/ }).click()
  await page.getByRole('link', { name: '提前还款' }).click()
  await expect(page).toHaveTitle(repayment.payEarly.title)
}

/** Pays the chosen amount in the payment app, and returns with its result. */
export async function payByApp(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^支付应用/ }).click()
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await expect(page).toHaveTitle(repayment.paymentResult.title)
}

/** Opens the page of the payment app for the whole loan, and returns to the cashier. Gives the address of its result. */
export async function leaveUnpaid(page: Page): Promise<string> {
  await openEarly(page)
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await page.getByRole('radio', { name: /^支付应用/ }).click()
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible()
  await page.goto(at(repayment.cashier))
  await expect(page.getByText('您还没有完成付款')).toBeVisible()
  const progress = page.getByRole('link', { name: '查看进度' })
  return (await progress.getAttribute('href')) ?? ''
}

/** Days until the next bill is due. */
export async function daysUntilDue(page: Page): Promise<number> {
  const asked = await page.request.get('/desk/api/business-date')
  // The shape is defined by the desk's routes.
  const { businessDate } = (await asked.json()) as { businessDate: string }
  await page.goto(at(repayment.allDue))
  const due = await page
    .getByText(/^\d{4}-\d\d-\d\d 到期$/)
    .first()
    .textContent()
  return (Date.parse(due?.slice(0, 10) ?? '') - Date.parse(businessDate)) / 86_400_000
}

/** From the bills to the cashier, with the default selection. */
export async function chooseBills(page: Page): Promise<void> {
  await page.goto(at(repayment.payInstalments))
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await expect(page).toHaveTitle(repayment.cashier.title)
}

/** Pays the chosen amount by the card at the cashier, with a code. */
export async function payByCard(page: Page, person: { readonly phone: string }): Promise<void> {
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await expect(page).toHaveTitle(repayment.confirmPayment.title)
  await confirmByCode(page, person)
  await expect(page).toHaveTitle(repayment.paymentResult.title)
}

export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByText('还款成功')).toBeVisible({ timeout: 60_000 })
}
