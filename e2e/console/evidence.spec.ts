import { devices, expect, type Browser, type Page } from '@playwright/test'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { personOf } from '../people/applicant.ts'
import { callAs, callAsStaff } from '../people/caller.ts'
import { borrowByCall, submitEvidenceByCall } from '../people/calls-of-a-borrower.ts'
import { findEvidence } from '../people/more-to-see.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { photoOfReceipt } from '../people/upload-files.ts'
import { grantLimit } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

async function openDesk(browser: Browser, name: string, suffix: string): Promise<Page> {
  const page = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsStaff(page, await addStaffMember(suffix, { name, roles: 'reviewer' }))
  return page
}

const next = (page: Page) => page.getByRole('button', { name: '领取下一件' })

/** The picture stands at the left of the fields that it has to show. */
async function expectBesideFields(page: Page): Promise<void> {
  const picture = page.getByRole('img', { name: /发票扫描件/ })
  await expect(picture).toBeVisible()
  const shown = await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  expect(shown).toBeGreaterThan(100)
  const fields = page.getByRole('region', { name: '核对内容' })
  const [left, right] = [await picture.boundingBox(), await fields.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
}

test('evidence is taken from the queue, compared with its picture, and decided one after the other', async ({
  browser,
  page,
  product,
}, info) => {
  test.setTimeout(300_000)
  const suffix = info.testId.slice(-6)
  // On the employee roster, so that loan-use evidence is required for each loan.
  const person = personOf('mover')
  const lister = { name: '周立群', roles: 'operator' }
  const desk = await callAsStaff(product.address, await addStaffMember(`lister-${suffix}`, lister))
  const { name, idNumber, phone: mobile } = person
  await desk.api.staff.addName({ name, idNumber, mobile, employer: '清河医院' })
  await grantLimit(page, person)
  const borrower = await callAs(product.address, person)
  for (const amountFen of [2_000_00n, 3_000_00n]) {
    const { loanNo } = await borrowByCall(borrower, { amountFen })
    const evidenceNo = await findEvidence(borrower, loanNo)
    await submitEvidenceByCall(borrower, evidenceNo, (await photoOfReceipt(page)).buffer)
  }

  const reviewer = await openDesk(browser, '温叙言', `one-${suffix}`)
  const other = await openDesk(browser, '苏见山', `two-${suffix}`)
  await reviewer.goto('/console/reviews')
  await expect(reviewer.getByRole('row', { name: /用途凭证/ })).toHaveCount(2)
  await next(reviewer).click()
  await expect(reviewer.getByRole('button', { name: /^放回队列/ })).toBeVisible()
  await expectBesideFields(reviewer)
  await expect(reviewer.getByText('2,000.00').first()).toBeVisible()
  await expectEveryLook(reviewer, 'evidence', info)
  await other.goto(new URL(reviewer.url()).pathname)
  await expect(other.getByText('负责人：温叙言')).toBeVisible()
  await reviewer.getByRole('button', { name: '通过凭证' }).click()

  await expect(reviewer.getByRole('row', { name: /用途凭证/ })).toHaveCount(1)
  await next(reviewer).click()
  await expectBesideFields(reviewer)
  await expect(reviewer.getByText('3,000.00').first()).toBeVisible()
  const refuse = reviewer.getByRole('button', { name: '退回凭证' })
  await expect(refuse).toBeDisabled()
  await reviewer.getByLabel(/不通过原因/).fill('发票金额与借款用途不符，请重新上传')
  await refuse.click()
  await expect(reviewer.getByRole('heading', { name: '没有待审核的事项' })).toBeVisible()
  const { evidenceList } = await borrower.api.evidence.list({})
  expect(evidenceList.map(({ state }) => state).toSorted()).toEqual(['approved', 'refused'])
  for (const one of [reviewer, other]) await one.context().close()
})
