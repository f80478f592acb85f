import { devices, expect, type Browser, type Page, type TestInfo } from '@playwright/test'
import { showFace, simulateFace } from '../devices/face-in-front.ts'
import { phone as device } from '../devices/phone.ts'
import { cards, identity } from '../pages/addresses.ts'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { expectScreenOpens, watch } from '../pages/opens-well.ts'
import { inFaceReview, rowNamed } from '../pages/rows.ts'
import { personOf, saveIdCard, showIdCard, signInAs } from '../people/applicant.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

async function openDesk(browser: Browser, name: string, suffix: string): Promise<Page> {
  const page = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsStaff(page, await addStaffMember(suffix, { name, roles: 'reviewer' }))
  return page
}

/** While it is unsure, the face service leaves every check to a person. */
async function setUnsure(page: Page, unsure: boolean): Promise<void> {
  const data = { provider: 'face', unsure }
  expect((await page.request.post('/sandbox/faults', { data })).ok()).toBe(true)
}

async function waitForReview(page: Page, info: TestInfo): Promise<void> {
  await expect(page.getByRole('heading', { name: '人工审核中' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: info.outputPath(`waits-${width}-${colorScheme}.png`) })
    }
  }
}

const countIn = (page: Page) => page.getByRole('navigation').getByRole('link', { name: '审核' })

test('a face check that is unsure waits for a person, is refused with a reason, and passes the second time', async ({
  browser,
}, info) => {
  test.setTimeout(300_000)
  const person = personOf('new-phone')
  const borrower = await (await browser.newContext(device)).newPage()
  await simulateFace(borrower, person.key)
  await signInAs(borrower, person)
  await showIdCard(borrower, person)
  await saveIdCard(borrower)
  await setUnsure(borrower, true)
  await showFace(borrower, identity.faceInPage)
  await waitForReview(borrower, info)
  // It can be left and opened again, and a check cannot be repeated meanwhile.
  await expectScreenOpens(watch(borrower), rowNamed(inFaceReview))
  await borrower.goto(`/#${identity.faceInPage.path}`)
  await expect(borrower).toHaveTitle(identity.faceInReview.title)

  const suffix = info.testId.slice(-6)
  const reviewer = await openDesk(browser, '温叙言', `one-${suffix}`)
  const other = await openDesk(browser, '苏见山', `two-${suffix}`)
  await reviewer.goto('/console/reviews')
  await expect(reviewer.getByRole('row', { name: /人脸核验/ })).toBeVisible()
  await expect(countIn(reviewer)).toHaveText(/1$/)
  await expectEveryLook(reviewer, 'queue', info)
  await reviewer.getByRole('button', { name: '领取下一件' }).click()
  await expect(reviewer.getByRole('heading', { name: /^人脸核验/ })).toBeVisible()
  await expect(reviewer.getByRole('button', { name: /^放回队列/ })).toBeVisible()
  await expect(reviewer.getByAltText('镜头画面 1')).toBeVisible()
  await expectEveryLook(reviewer, 'face', info)

  // What one member has claimed is left to them.
  await other.goto(new URL(reviewer.url()).pathname)
  await expect(other.getByText('负责人：温叙言')).toBeVisible()
  await other.getByRole('button', { name: '确认是本人' }).click()
  await expect(other.getByText('已由其他员工认领')).toBeVisible()

  await reviewer.getByLabel('不通过原因（借款人可见）').fill('画面过暗，请在明亮处重新核验')
  await reviewer.getByRole('button', { name: '不能确认' }).click()
  await expect(reviewer.getByRole('heading', { name: '没有待审核的事项' })).toBeVisible()
  await expect(countIn(reviewer)).toHaveText('审核')

  await expect(borrower.getByText('未通过人工审核')).toBeVisible({ timeout: 60_000 })
  await expect(borrower.getByText('画面过暗，请在明亮处重新核验')).toBeVisible()
  await borrower.screenshot({ path: info.outputPath('refused-390.png') })
  await borrower.getByRole('button', { name: '重新核验' }).click()
  await showFace(borrower, identity.faceInPage)
  await expect(borrower.getByRole('heading', { name: '人工审核中' })).toBeVisible()
  await setUnsure(borrower, false)

  await other.goto('/console/reviews')
  await other.getByRole('button', { name: '领取下一件' }).click()
  await other.getByRole('button', { name: '确认是本人' }).click()
  await expect(other.getByRole('heading', { name: '没有待审核的事项' })).toBeVisible()
  await expect(borrower).toHaveTitle(cards.bindCardForCredit.title, { timeout: 60_000 })
  for (const page of [borrower, reviewer, other]) await page.context().close()
})
