import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '../packages/provider-api/src/test-people.ts'
import { at, identity, loans } from './addresses.ts'
import { receivedCode } from './borrower.ts'

/** Borrows over twelve months, the whole way, until the money is on the card. */
export async function borrow(
  page: Page,
  { person, amount }: { person: TestPerson; amount: string },
): Promise<void> {
  await page.goto(at(loans.borrow))
  await page.getByRole('textbox', { name: '借款金额' }).fill(amount)
  await page.getByText('12 期', { exact: true }).click()
  await page.getByRole('button', { name: /^借款用途/ }).click()
  await page.getByRole('radio', { name: '日常消费' }).click()
  await expect(page.getByText('首期应还')).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^确认借款/ }).click()
  await page.getByRole('button', { name: '我已了解全部成本，去签署' }).click()
  await showFaceWhereAsked(page)
  await page.getByRole('button', { name: /获取/ }).click()
  await page.getByText('已发送至').waitFor()
  await page.getByLabel('短信验证码').fill(await receivedCode(page, person.phone))
  await page.getByRole('button', { name: /^确认借款/ }).click()
  await expect(page.getByText('借款成功，钱已到卡')).toBeVisible({ timeout: 60_000 })
}

/** A phone the lender has not seen with this borrower asks for the face first. */
async function showFaceWhereAsked(page: Page): Promise<void> {
  await expect(page).toHaveTitle(
    new RegExp(`${identity.faceForLoan.title}|${loans.confirmLoan.title}`),
  )
  if ((await page.title()) !== identity.faceForLoan.title) return
  await page.getByRole('button', { name: '开始核验' }).click()
  const byCountdown = page.getByRole('button', { name: '按提示拍摄' })
  await expect(async () => {
    if (await byCountdown.isVisible()) await byCountdown.click()
    expect(await page.title()).toBe(loans.confirmLoan.title)
  }).toPass({ timeout: 90_000, intervals: [500] })
}
