import { devices, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import {
  at,
  credit,
  mall,
  onboarding,
  repayment,
  restructure,
  settlement,
} from '../pages/addresses.ts'
import { personOf, showIdCard, signInAs } from '../people/applicant.ts'
import { signInLink } from '../people/borrower.ts'
import { borrowByCall, payOffByCall } from '../people/calls-of-a-borrower.ts'
import { callAs } from '../people/caller.ts'
import { chooseDraw } from '../pages/draw.ts'
import { chooseMonths, tickBill } from '../pages/plan-signing.ts'
import { test } from '../product/product.ts'
import {
  waitForEndOfDay,
  grantLimit,
  setCardBehaviour,
  advanceBusinessDate,
  signInWithLimit,
} from '../people/with-limit.ts'
import { submitTestEvidence, openReview } from './review.ts'
import { take, takeDocument, takeSheet } from './take.ts'

// One product whose business date moves, so the tests run in this order and stop at the first
// failure.
test.describe.configure({ mode: 'serial' })

type Person = ReturnType<typeof personOf>

const atComputer = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }
const newcomer = personOf('new-phone')
const borrower = personOf('code-only')
const late = personOf('replanner')
const leaver = personOf('leaver')

test.beforeEach(async ({ page }) => {
  // A page that still fades in has intermediate colours.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
})

/** A customer with a limit who drew a loan today. */
async function owe(
  page: Page,
  { address, person, amountFen }: { address: string; person: Person; amountFen: bigint },
) {
  await grantLimit(page, person)
  const caller = await callAs(address, person)
  return { caller, ...(await borrowByCall(caller, { amountFen })) }
}

async function enter(page: Page, { phone }: Person): Promise<void> {
  const { url } = await signInLink(page, { phone, path: '/landChannel' })
  await page.goto(url)
  await expect(page).toHaveTitle(credit.limit.title)
}

test('sign-in', async ({ page }) => {
  await page.goto(at(onboarding.landing, { uriId: 'web-home' }))
  await page.getByLabel('手机号', { exact: true }).fill(newcomer.phone)
  await page.locator('.code-picture img').waitFor()
  await take(page, 'sign-in')

  await signInAs(page, newcomer)
  await showIdCard(page, newcomer)
  await take(page, 'identity')
})

test('a limit, a quote and its cost sheet', async ({ page }) => {
  await signInWithLimit(page, 'password')
  await take(page, 'limit')
  await chooseDraw(page, '12000')
  // So that no line of the quote is cut off.
  await page.getByText('首期应还').hover()
  await page.mouse.wheel(0, 18)
  await take(page, 'borrow')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^确认借款/ }).click()
  await page.getByRole('button', { name: '我已了解全部成本，去签署' }).waitFor({ timeout: 30_000 })
  await take(page, 'cost-sheet')
})

test('the mall and the desk', async ({ page, browser }) => {
  await page.goto(at(mall.mall))
  await page.locator('.mall-offer').first().waitFor()
  await take(page, 'mall')

  const desk = await (await browser.newContext(atComputer)).newPage()
  await desk.emulateMedia({ reducedMotion: 'reduce' })
  await openDesk(desk)
  await take(desk, 'desk')
  await desk.context().close()
})

/** The desk in the middle of its tour: a customer with a limit is about to borrow. */
async function openDesk(page: Page): Promise<void> {
  await page.goto('/desk/')
  await page.getByRole('button', { name: new RegExp(personOf('password').name) }).click()
  await page.getByRole('button', { name: '直接登录' }).click()
  const phone = page.frameLocator('iframe')
  await phone.getByRole('button', { name: '去借款' }).waitFor()
  for (const _ of ['sign in', 'limit']) await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '打开借款页' }).click()
  const amount = phone.getByRole('textbox', { name: '借款金额' })
  await amount.fill('12000')
  await phone.getByText('12 期', { exact: true }).click()
  await phone.getByRole('button', { name: /^借款用途/ }).click()
  await phone.getByRole('radio', { name: '日常消费' }).click()
  await expect(phone.getByText('首期应还')).toBeVisible()
  await amount.evaluate((field) => field.scrollIntoView({ block: 'end' }))
}

test('evidence under review by staff', async ({ page, browser, product }) => {
  await submitTestEvidence(page, { browser, address: product.address })
  const office = await (await browser.newContext(atComputer)).newPage()
  await office.emulateMedia({ reducedMotion: 'reduce' })
  await openReview(office)
  await take(office, 'staff-review')
  await office.goto('/console/customers')
  await office.getByRole('search').getByRole('textbox').fill(personOf('listed-employee').phone)
  await office.keyboard.press('Enter')
  await expect(office.getByText('账户正常')).toBeVisible()
  await expect(office.getByRole('status')).toHaveCount(0)
  await take(office, 'console')
  await office.context().close()
})

test('a settlement certificate', async ({ browser, product }) => {
  const { address } = product
  // A document has small print, so the picture is taken with a higher resolution.
  const page = await browser.newPage({ ...devices['Pixel 7'], deviceScaleFactor: 2 })
  const { caller, loanNo } = await owe(page, { address, person: leaver, amountFen: 5_000_00n })
  await payOffByCall(caller, loanNo)
  await enter(page, leaver)
  await page.goto(at(settlement.chooseSettledLoans))
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: '下一步（已选 1 笔）' }).click()
  await page.getByRole('radio', { name: /^不发邮件/ }).click()
  await page.getByRole('button', { name: '开具 1 份结清证明', exact: true }).click()
  await page.getByRole('button', { name: '确认开具 1 份结清证明' }).click()
  await page.getByRole('button', { name: /^查看/ }).click()
  await takeDocument(page, 'certificate')
  await page.close()
})

test('the due amount, its parts, and a consolidation plan for an overdue customer', async ({
  page,
  product,
}) => {
  const { address } = product
  await owe(page, { address, person: borrower, amountFen: 12_000_00n })
  await owe(page, { address, person: late, amountFen: 9_000_00n })
  await setCardBehaviour(page, late, 'frozen')
  await enter(page, borrower)
  await advanceBusinessDate(page, 8)
  await page.goto(at(repayment.repayHome))
  await page.getByRole('link', { name: /待还本金/ }).click()
  await expect(page).toHaveTitle(repayment.loanDetail.title)
  await page.locator('.num-tap').nth(1).click()
  await expect(page.getByRole('dialog')).toContainText('利息明细')
  await take(page, 'made-up')

  await advanceBusinessDate(page, 12)
  await page.goto(at(repayment.repayHome))
  await expect(page.getByText('下一期应还')).toBeVisible()
  await take(page, 'repay')

  // The first instalment is due a month later.
  await advanceBusinessDate(page, 31 + 5 - 8 - 12)
  await waitForEndOfDay(page, late)
  await page.context().clearCookies()
  await enter(page, late)
  await tickBill(page)
  await page.getByRole('button', { name: '下一步，选择期数' }).click()
  await expect(page).toHaveTitle(restructure.choosePlan.title)
  await chooseMonths(page, 12)
  await take(page, 'new-plan')
})

test('six screens side by side', async ({ page }) => {
  await takeSheet(page, ['sign-in', 'limit', 'borrow', 'cost-sheet', 'repay', 'new-plan'])
})
