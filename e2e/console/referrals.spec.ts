import { devices, expect, type Page } from '@playwright/test'
import { phone as device } from '../devices/phone.ts'
import { credit } from '../pages/addresses.ts'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { expectAccessible } from '../pages/opens-well.ts'
import { personOf, submitApplication } from '../people/applicant.ts'
import { signInLink } from '../people/borrower.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { prepare } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

/** While it is unsure, every bureau score is close to the lowest that is accepted. */
async function setUnsure(page: Page, unsure: boolean): Promise<void> {
  const data = { provider: 'bureau', unsure }
  expect((await page.request.post('/sandbox/faults', { data })).ok()).toBe(true)
}

test('an application close to a bound waits for a person, who approves less than the rules give', async ({
  browser,
}, info) => {
  test.setTimeout(240_000)
  const borrower = await (await browser.newContext(device)).newPage()
  const person = personOf('new-phone')
  await setUnsure(borrower, true)
  await prepare(borrower, person, 'confirmApplication')
  const { url } = await signInLink(borrower, { phone: person.phone, path: '/landChannel' })
  await borrower.goto(url)
  await submitApplication(borrower)
  await expect(borrower.getByRole('heading', { name: '人工审核中' })).toBeVisible({
    timeout: 60_000,
  })
  await expectAccessible(borrower)
  await borrower.screenshot({ path: info.outputPath('waits-390.png') })
  await setUnsure(borrower, false)

  const reviewer = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  const name = { name: '温叙言', roles: 'reviewer' }
  await signInAsStaff(reviewer, await addStaffMember(`referral-${info.testId.slice(-6)}`, name))
  await reviewer.goto('/console/reviews')
  await reviewer.getByRole('button', { name: '领取下一件' }).click()
  await expect(reviewer.getByText('系统审批')).toBeVisible()
  await expectEveryLook(reviewer, 'credit', info)

  const amount = reviewer.getByLabel(/^批准额度/)
  const approve = reviewer.getByRole('button', { name: '批准额度' })
  await amount.fill('100')
  await expect(approve).toBeDisabled()
  await amount.fill('6,000')
  await approve.click()
  await expect(reviewer.getByRole('heading', { name: '没有待审核的事项' })).toBeVisible()

  await expect(borrower).toHaveTitle(credit.limit.title, { timeout: 60_000 })
  await expect(borrower.locator('.num-xl')).toContainText('6,000')
  await borrower.screenshot({ path: info.outputPath('limit-390.png') })
  for (const page of [borrower, reviewer]) await page.context().close()
})
