import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { cards, credit, notices } from '../pages/addresses.ts'
import {
  bindCard,
  confirmCard,
  enterCard,
  fillBasicInfo,
  fillCompanyInfo,
  proveIdentity,
  submitApplication,
} from '../people/applicant.ts'
import { test } from '../product/product.ts'

test.describe.configure({ timeout: 240_000 })

async function applyAs(page: Page, key: string) {
  await bindCard(page, await proveIdentity(page, key))
  await fillBasicInfo(page)
  await fillCompanyInfo(page)
  await submitApplication(page)
}

test('a declined borrower is told when to apply again', async ({ page }) => {
  await applyAs(page, 'wallet-customer')
  await expect(page).toHaveTitle(credit.notGranted.title, { timeout: 60_000 })
  await expect(page.getByText(/\d+ 年 \d+ 月 \d+ 日起/)).toBeVisible()
  await page.getByRole('button', { name: '重新申请' }).click()
  await expect(page.getByRole('alert')).toContainText('起重新申请')
  await expect(page).toHaveTitle(credit.notGranted.title)
})

test('a person on the fraud list is refused for risk', async ({ page }) => {
  await applyAs(page, 'wallet-newcomer')
  await expect(page).toHaveTitle(notices.riskRefused.title, { timeout: 60_000 })
  await expect(page.getByText('暂时不能为您办理')).toBeVisible()
})

test('a person the lender may not lend to is refused', async ({ page }) => {
  await applyAs(page, 'enforced')
  await expect(page).toHaveTitle(credit.refused.title, { timeout: 60_000 })
  await expect(page).toHaveURL(new RegExp(`#${credit.refused.path}`), { timeout: 60_000 })
  await expect(page.getByText('您的情况暂不符合申请条件')).toBeVisible()
  await expect(
    page.getByText(/^综合评估后，本次申请暂未通过。您可在 .+起重新申请。$/),
  ).toBeVisible()
})

test('a card the bank declines shows the reason, and the typed fields stay', async ({ page }) => {
  const { phone, cards: held } = await proveIdentity(page, 'messenger-customer')
  const [lost] = held
  await expect(page).toHaveTitle(cards.bindCardForCredit.title)
  await enterCard(page, { phone, cardNumber: lost?.number ?? '' })
  await confirmCard(page, phone)
  await expect(page.getByRole('alert')).toContainText('挂失', { timeout: 30_000 })
  await expect(page.getByLabel('银行预留手机号', { exact: true })).not.toHaveValue('')
})

test('a slow bank is waited for, also across a reload', async ({ page }) => {
  const { phone, cards: held } = await proveIdentity(page, 'messenger-newcomer')
  await expect(page).toHaveTitle(cards.bindCardForCredit.title)
  await enterCard(page, { phone, cardNumber: held[0]?.number ?? '' })
  await confirmCard(page, phone)
  await expect(page.getByText('通常 1 分钟内完成，请不要重复添加。')).toBeVisible()
  await page.reload()
  await expect(page.getByText('银行处理中')).toBeVisible()
  await expect(page).toHaveTitle(credit.basicInfo.title, { timeout: 60_000 })
})
