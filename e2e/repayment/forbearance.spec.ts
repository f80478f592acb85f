import { devices, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { signByCode } from '../people/borrower.ts'
import { addMonths, localDate } from '@qingzhou/domain/calendar/local-date'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, repayment, staff } from '../pages/addresses.ts'
import { borrowInMessenger } from '../people/in-messenger.ts'
import { photoOfReceipt, scanOfContract } from '../people/upload-files.ts'
import { expectTypedKept, openOnSecondPhone } from '../pages/typed.ts'
import { test } from '../product/product.ts'
import { signInAsStaff, addStaffMember } from '../people/staff-member.ts'
import { daysUntil } from '../people/with-limit.ts'

// One borrower who applies twice, and the reviewer.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const DAYS = 60
const AGREEMENT = '区域纾困延期还款协议'
/** What the days cost, as the borrower agreed to it. */
let cost = ''
let page: Page
let person: TestPerson
let reviewerPage: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  ;({ page, person } = await borrowInMessenger(browser, { key: 'in-hardship', amount: '8000' }))
  const reviewer = await addStaffMember('relief-reviewer', { name: '严守正', roles: 'reviewer' })
  reviewerPage = await (await browser.newContext(devices['Desktop Chrome'])).newPage()
  reviewerPage.setDefaultTimeout(20_000)
  await reviewerPage.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsStaff(reviewerPage, reviewer)
})
test.afterAll(async () => {
  await page.context().close()
  await reviewerPage.context().close()
})

/** The due dates of the next instalments. */
async function dueDates(): Promise<string[]> {
  await page.goto(at(repayment.channelAllBills))
  const notes = page.getByText(/^\d{4}-\d\d-\d\d 到期$/)
  await expect(notes).toHaveCount(3)
  return (await notes.allInnerTexts()).map((text) => text.slice(0, 10))
}

/** The consent names the cost, which is then shown to everybody. */
const consentToCost = () =>
  page.getByRole('checkbox', { name: new RegExp(`延期 ${DAYS} 天，共多付利息 [\\d,.]+ 元`) })

/** Opens the borrower's application from the reviewer's list. */
async function openForReview(): Promise<void> {
  await reviewerPage.goto(at(staff.handleLoans, { source: '1', subject: 'relief' }))
  await reviewerPage.getByRole('link', { name: /8,000\.00/ }).click()
  await expect(reviewerPage).toHaveTitle(staff.reviewEvidence.title)
  await expect(reviewerPage.getByText(`申请延期 ${DAYS} 天，多付利息 ${cost} 元`)).toBeVisible()
  await expectAccessible(reviewerPage)
}

const files = (on: Page) => on.getByRole('button', { name: /^移除/ })

test('a borrower in difficulty applies for forbearance with a reason and evidence', async ({
  browser,
}) => {
  await page.goto(at(repayment.channelAllBills))
  await page.getByRole('link', { name: /区域纾困延期/ }).click()
  await expect(page).toHaveTitle(repayment.forbearance.title)
  await expectAccessible(page)
  await page.getByRole('button', { name: '填写申请' }).click()
  await page.getByRole('button', { name: `${DAYS} 天`, exact: true }).click()
  await expect(consentToCost()).toBeVisible()
  const sentence = await page.getByText(/共多付利息/).innerText()
  cost = /多付利息 ([\d,]+\.\d\d) 元/.exec(sentence)?.[1] ?? ''
  expect(cost).not.toBe('')
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('请确认延期的费用')).toBeVisible()
  await expect(page.getByText('请上传至少一份证明')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: /^原因/ }).click()
  await page.getByRole('radio', { name: '自然灾害' }).click()
  await page.getByLabel(/^情况说明/).fill('家里受淹，商铺停业')
  await page.getByLabel('选择文件').setInputFiles(await photoOfReceipt(page))
  await expect(files(page)).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectTypedKept(page, async () => {
    await expect(page.getByRole('button', { name: '原因 自然灾害' })).toBeVisible()
    await expect(page.getByLabel(/^情况说明/)).toHaveValue('家里受淹，商铺停业')
    await expect(page.getByRole('button', { name: `${DAYS} 天`, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(files(page)).toHaveCount(1)
  })
  const other = await openOnSecondPhone(browser, person, repayment.forbearance)
  await expect(files(other)).toHaveCount(1)
  await other.context().close()
  await page.getByRole('link', { name: AGREEMENT }).click()
  await expect(page.getByRole('dialog')).toContainText(`${cost} 元`)
  await page.getByRole('button', { name: '已阅读，返回' }).click()
  await signByCode(page, person)
  await consentToCost().check()
  await expectAccessible(page)
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('审核中')).toBeVisible()
  await expect(page.getByText(`${cost} 元`)).toBeVisible()
  await expectAccessible(page)
})

test('a reviewer rejects the application, and the borrower reads why', async () => {
  await openForReview()
  await reviewerPage.getByRole('button', { name: '不通过' }).click()
  await reviewerPage.getByRole('textbox', { name: '原因' }).fill('看不出受灾，请补充社区证明')
  await reviewerPage.getByRole('button', { name: '确认不通过' }).click()
  await expect(reviewerPage.getByText('待审核的凭证都处理完了')).toBeVisible()

  await page.reload()
  await expect(page.getByText(/看不出受灾，请补充社区证明/).first()).toBeVisible()
  await expectAccessible(page)
})

test('with more evidence the application is approved, and every due date moves', async () => {
  const before = await dueDates()
  await page.goto(at(repayment.forbearance))
  await page.getByRole('button', { name: '再次申请' }).click()
  // The fields of the first application are prefilled.
  await expect(page.getByRole('button', { name: '原因 自然灾害' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('选择文件').setInputFiles(await scanOfContract(page))
  await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(2, { timeout: 30_000 })
  await signByCode(page, person)
  await consentToCost().check()
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('审核中')).toBeVisible()

  await openForReview()
  await reviewerPage.getByRole('button', { name: '审核通过' }).click()
  await reviewerPage.getByRole('button', { name: /^确认通过 .+ 的凭证$/ }).click()
  await expect(reviewerPage.getByText('待审核的凭证都处理完了')).toBeVisible()

  await page.reload()
  await expect(page.getByText(`下一期已延后 ${DAYS} 天，之后各期按月顺延`)).toBeVisible()
  await expect(page.getByText(`${cost} 元`)).toBeVisible()
  await expectAccessible(page)
  // Due dates do not drift: the later instalments follow the next one by whole months.
  const [next = '', ...later] = await dueDates()
  expect(daysUntil(next, { from: before[0] ?? '' })).toBe(DAYS)
  expect(later).toEqual([addMonths(localDate(next), 1), addMonths(localDate(next), 2)])
})
