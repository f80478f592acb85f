import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { folderForTests } from '@qingzhou/tools/tests/test-cache.ts'
import { at, cards, credit, identity, notices } from '../pages/addresses.ts'
import { expectAccessible } from '../pages/opens-well.ts'
import {
  confirmCard,
  enterCard,
  personOf,
  photographCard,
  READ_IN_TIME,
  submitApplication,
} from '../people/applicant.ts'
import { signInLink } from '../people/borrower.ts'
import { openOnPhone } from '../people/in-messenger.ts'
import { runCommand } from '../product/command.ts'
import { test } from '../product/product.ts'
import { businessDate, dateAfter, prepare, setBureau } from '../people/with-limit.ts'

test.describe.configure({ timeout: 240_000 })

/** Signs in a person whose application was prepared by calls up to a step. */
async function continueAs(
  page: Page,
  key: string,
  step: 'bindCardForCredit' | 'confirmApplication',
): Promise<TestPerson> {
  const person = personOf(key)
  await prepare(page, person, step)
  const { url } = await signInLink(page, { phone: person.phone, path: '/landChannel' })
  await page.goto(url)
  return person
}

async function applyAs(page: Page, key: string) {
  await continueAs(page, key, 'confirmApplication')
  await expect(page).toHaveTitle(credit.confirmApplication.title)
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

test('[2.053, 4.012] a person the lender may not lend to is refused', async ({ page }) => {
  await applyAs(page, 'enforced')
  await expect(page).toHaveTitle(credit.refused.title, { timeout: 60_000 })
  await expect(page).toHaveURL(new RegExp(`#${credit.refused.path}`), { timeout: 60_000 })
  await expect(page.getByText('您的情况暂不符合申请条件')).toBeVisible()
  await expect(
    page.getByText(/^综合评估后，本次申请暂未通过。您可在 .+起重新申请。$/),
  ).toBeVisible()
})

test('a card number read by the camera is checked and sent; if the bank declines it, the fields stay', async ({
  page,
}) => {
  const person = await continueAs(page, 'messenger-customer', 'bindCardForCredit')
  const { phone } = person
  const lost = person.cards[0]?.number ?? ''
  await expect(page).toHaveTitle(cards.bindCardForCredit.title)
  const field = page.getByLabel('储蓄卡号', { exact: true })
  await photographCard(page, { key: person.key, picture: 'face-rest' })
  await expect(page.getByText(/重拍，或手动输入/)).toBeVisible(READ_IN_TIME)
  await photographCard(page, { key: person.key, picture: `bank-card-${lost.slice(-4)}` })
  await expect(page.getByText('已识别，请与卡面核对。')).toBeVisible(READ_IN_TIME)
  expect((await field.inputValue()).replaceAll(' ', '')).toBe(lost)
  await expect(page.getByText(person.cards[0]?.bank ?? '')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('银行预留手机号', { exact: true }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await confirmCard(page, phone)
  await expect(page.getByRole('alert')).toContainText('挂失', { timeout: 30_000 })
  await expect(page.getByLabel('银行预留手机号', { exact: true })).not.toHaveValue('')
  await expect(field).not.toHaveValue('')
})

test('a slow bank is waited for, also across a reload', async ({ page }) => {
  const { phone, cards: held } = await continueAs(page, 'messenger-newcomer', 'bindCardForCredit')
  await expect(page).toHaveTitle(cards.bindCardForCredit.title)
  await enterCard(page, { phone, cardNumber: held[0]?.number ?? '' })
  await confirmCard(page, phone)
  await expect(page.getByText('通常 1 分钟内完成，请不要重复添加。')).toBeVisible()
  await page.reload()
  await expect(page.getByText('银行处理中')).toBeVisible()
  await expect(page).toHaveTitle(credit.basicInfo.title, { timeout: 60_000 })
})

/** Opens the application with a link of flow branch 1, and submits it by calls. */
async function submitWithBranch(page: Page, key: string, then: 'underReview' | 'limit') {
  const person = personOf(key)
  await prepare(page, person, 'identity')
  const { url } = await signInLink(page, { phone: person.phone, path: '/landChannel' })
  await page.goto(url.replace('#', '&flowBranch=1#'))
  await expect(page).toHaveTitle(identity.idCard.title)
  await expect.poll(() => branchOf(page)).toEqual(['flowBranch', 'flowBranchApplyNo'])
  await prepare(page, person, then)
  await page.goto('about:blank')
  await page.goto('/')
}

/** What the browser stores about the branch of a link. */
async function branchOf(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => Object.keys(localStorage))
  return names.filter((name) => name.startsWith('flowBranch')).toSorted()
}

async function invite(page: Page, phone: string): Promise<void> {
  const folder = mkdtempSync(join(folderForTests(), 'qingzhou-e2e-list-'))
  const list = join(folder, 'people.txt')
  writeFileSync(list, phone)
  const until = dateAfter(await businessDate(page), 10)
  const terms = ['--amount', '30000', '--grade', 'B', '--until', until]
  const words = ['--number', 'branch', ...terms, '--list', list, '--silent']
  const said = await runCommand('campaigns', ['invitations', 'create', ...words])
  rmSync(folder, { recursive: true })
  expect(said).toContain('Gave under branch: 1 of 1 people')
}

test('a link for the pre-approved opens the limit only for who is; everybody else waits for the review', async ({
  page,
  browser,
}) => {
  const invited = personOf('waiver-payer')
  await invite(page, invited.phone)
  await setBureau(page, { down: true })
  const other = await openOnPhone(browser)
  try {
    await submitWithBranch(page, invited.key, 'limit')
    await expect(page).toHaveTitle(credit.limit.title)
    await expect(page.locator('.num-xl')).toHaveText('¥30,000.00')
    expect(await branchOf(page)).toEqual([])

    await submitWithBranch(other, 'delayer', 'underReview')
    await expect(other).toHaveTitle(credit.underReview.title)
    // Neither the address of the limit nor the branch gets past the review.
    await other.goto(at(credit.limit, { flowBranch: '1' }))
    await expect(other).toHaveURL(new RegExp(`#${credit.underReview.path}`))
    const stages = other.getByRole('list', { name: '审核进度' }).getByRole('listitem')
    await expect(stages.filter({ hasText: '提交申请' })).toContainText(/\d{1,2}:\d\d/)
    await expect(stages.filter({ hasText: '查询征信报告' })).toContainText(/\d{1,2}:\d\d 开始/)
    await expect(stages.filter({ hasText: '综合评估' })).not.toContainText(/\d{1,2}:\d\d/)
    expect(await branchOf(other)).toEqual(['flowBranch', 'flowBranchApplyNo'])
  } finally {
    await setBureau(page, { down: false })
  }
  await expect(other).toHaveTitle(credit.limit.title, { timeout: 60_000 })
  expect(await branchOf(other)).toEqual([])
  await other.context().close()
})
