import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { at, repayment } from './addresses.ts'
import { openEarly, payByApp } from './pay.ts'
import { tapThrough } from './opens-well.ts'

/** What a shortened plan promises: its length, and the next instalment as shown. */
type PromisedPlan = { readonly months: number; readonly amount: string }

/**
 * Repays a part early for a shorter plan of twelve instalments. The choice, the plans before and after and
 * the result name the same next instalment; returns it.
 */
export async function shortenPlan(
  page: Page,
  { part, months }: { readonly part: string; readonly months: number },
): Promise<PromisedPlan> {
  await openEarly(page)
  await page.getByText('还一部分').click()
  await page.getByLabel('提前还款金额').fill(part)
  const shorter = page.getByRole('radio', { name: /缩短还款期限/ })
  await shorter.click()
  const choice = await page.locator('label', { has: shorter }).textContent()
  const [, amount = ''] = /下期 \d+月\d+日 还 ([\d,.]+) 元/.exec(choice ?? '') ?? []
  await page.getByRole('button', { name: '查看还款计划的变化' }).click()
  await expect(page).toHaveTitle(repayment.planChange.title)
  await expect(page.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(amount)
  await page.getByRole('button', { name: '继续还款' }).click()
  await payByApp(page)
  await expect(page.getByText('还款成功')).toBeVisible({ timeout: 60_000 })
  await expect(
    page.getByText(`原 12 期，提前还款后缩短为 ${months} 期`, { exact: true }),
  ).toBeVisible()
  await expect(page.getByText(`${amount} 元`).first()).toBeVisible()
  return { months, amount }
}

/** The bills, the loan and the SMS tell the promised plan, and none of the instalments that fell away. */
export async function expectShortened(
  page: Page,
  phone: string,
  { months, amount }: PromisedPlan,
): Promise<void> {
  await page.goto(at(repayment.currentBill))
  await expect(page.locator('.num-xl')).toHaveText(`¥${amount}`)
  const told = new RegExp(`原 12 期，提前还款后缩短为 ${months} 期`)
  await tapThrough(page, [repayment.repayHome, repayment.loanDetail])
  await expect(page.getByText(told)).toBeVisible()
  await tapThrough(page, [repayment.repayHome, repayment.loanDetail, repayment.loanPlan])
  await expect(page.getByText(`${months}/${months} 期`)).toBeVisible()
  await expect(page.getByText(/(?:\/12|1[12]\/\d+) 期/)).toHaveCount(0)
  const inbox = await page.request.get('/sandbox/inbox', { params: { phone, limit: 5 } })
  expect(await inbox.text()).toMatch(
    new RegExp(
      `原 12 期，已缩短为 ${months} 期，剩余 ${months - 1} 期，下期 \\S+ 应还 ${amount} 元`,
    ),
  )
}
