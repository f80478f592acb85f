import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { at, identity, loans } from './addresses.ts'
import { confirmByCode } from '../people/borrower.ts'
import { showFace } from '../devices/face-in-front.ts'

/** Chooses a draw over twelve months and waits for its quote. */
export async function chooseDraw(page: Page, amount: string): Promise<void> {
  await page.goto(at(loans.borrow))
  await page.getByRole('textbox', { name: '借款金额' }).fill(amount)
  await page.getByText('12 期', { exact: true }).click()
  await page.getByRole('button', { name: /^借款用途/ }).click()
  await page.getByRole('radio', { name: '日常消费' }).click()
  await expect(page.getByText('首期应还')).toBeVisible()
}

/** Agrees, reads the cost sheet for the required time, and applies. */
export async function applyForDraw(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^确认借款/ }).click()
  await expect(page.getByRole('dialog')).toContainText('综合融资成本明示表')
  await expect(page.getByRole('button', { name: /^请阅读/ })).toBeVisible()
  await page.getByRole('button', { name: '我已了解全部成本，去签署' }).click()
}

export async function confirmDraw(page: Page, person: TestPerson): Promise<void> {
  await expect(page).toHaveTitle(loans.confirmLoan.title)
  await confirmByCode(page, person)
  await expect(page).toHaveTitle(loans.loanResult.title)
}

/** Completes a draw until the money is on the card. */
export async function borrow(
  page: Page,
  { person, amount }: { person: TestPerson; amount: string },
): Promise<void> {
  await chooseDraw(page, amount)
  await applyForDraw(page)
  await verifyDraw(page, person)
  await expect(page.getByText('借款成功，资金已到账')).toBeVisible({ timeout: 60_000 })
}

/** Passes the verifications before the disbursement: always the code, sometimes the face check. */
export async function verifyDraw(page: Page, person: TestPerson): Promise<void> {
  // A phone that is new for this borrower requires the face check first.
  await expect(page).toHaveTitle(
    new RegExp(`${identity.faceForLoan.title}|${loans.confirmLoan.title}`),
  )
  if ((await page.title()) === identity.faceForLoan.title)
    await showFace(page, identity.faceForLoan)
  await confirmDraw(page, person)
}
