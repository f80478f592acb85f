import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
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
