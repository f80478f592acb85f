import { devices, expect, type Page } from '@playwright/test'
import { phone as device } from '../devices/phone.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { account, at, bureauReports } from '../pages/addresses.ts'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { borrow } from '../pages/draw.ts'
import { expectAccessible } from '../pages/opens-well.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { advanceBusinessDate, signInWithLimit } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

// What the credit bureau was told is disputed by the borrower, and answered by a reviewer.
test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

const DAYS_PAST_MONTH_END = 32

async function openReports(page: Page): Promise<void> {
  await page.goto(at(account.mine))
  await page.getByRole('link', { name: bureauReports.bureauReports.title }).click()
  await expect(page).toHaveTitle(bureauReports.bureauReports.title)
}

test('a reported balance is disputed, corrected by a reviewer and shown as corrected', async ({
  browser,
}, info) => {
  test.setTimeout(400_000)
  const borrower = await (await browser.newContext(device)).newPage()
  await borrower.emulateMedia({ reducedMotion: 'reduce' })
  await simulateFace(borrower, 'mover')
  const person = await signInWithLimit(borrower, 'mover')
  await borrow(borrower, { person, amount: '5000' })
  await openReports(borrower)
  await expect(borrower.getByText('还没有报送记录')).toBeVisible()
  await advanceBusinessDate(borrower, DAYS_PAST_MONTH_END)

  await openReports(borrower)
  const balance = borrower.getByRole('link', { name: /^余额/ })
  await expect(async () => {
    await borrower.reload()
    await expect(balance.first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expectAccessible(borrower)
  await borrower.screenshot({ path: info.outputPath('reports-390.png') })
  await balance.first().click()
  await borrower.getByRole('button', { name: /异议原因/ }).click()
  await borrower.getByRole('radio', { name: '金额有误' }).click()
  await borrower.getByLabel('说明').fill('余额应为 4,000 元')
  await borrower.reload()
  await expect(borrower.getByLabel('说明')).toHaveValue('余额应为 4,000 元')
  await expectAccessible(borrower)
  await borrower.screenshot({ path: info.outputPath('form-390.png') })
  await borrower.getByRole('button', { name: '提交异议' }).click()
  await expect(borrower.getByText('异议核查中')).toBeVisible()
  await borrower.screenshot({ path: info.outputPath('open-390.png') })

  const reviewer = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  const name = { name: '温叙言', roles: 'reviewer' }
  await signInAsStaff(reviewer, await addStaffMember(`dispute-${info.testId.slice(-6)}`, name))
  await reviewer.goto('/console/reviews')
  await expect(reviewer.getByRole('row', { name: /征信异议.*前答复/ })).toBeVisible()
  await reviewer.getByRole('button', { name: '领取下一件' }).click()
  await expect(reviewer.getByRole('heading', { name: /^征信异议/ })).toBeVisible()
  await expect(reviewer.getByText('账务与报送一致')).toBeVisible()
  await expectEveryLook(reviewer, 'dispute', info)
  const uphold = reviewer.getByRole('button', { name: '异议成立，更正' })
  await expect(uphold).toBeDisabled()
  await reviewer.getByLabel('余额（元）').fill('4000')
  await reviewer.getByLabel('逾期金额（元）').fill('0')
  await reviewer.getByLabel('答复（借款人可见）').fill('以银行回单为准')
  await uphold.click()
  await expect(reviewer.getByRole('heading', { name: '没有待审核的事项' })).toBeVisible()

  await borrower.reload()
  await expect(borrower.getByText('已更正')).toBeVisible()
  await expect(borrower.getByText('余额 4,000.00 元')).toBeVisible()
  await expect(borrower.getByText('以银行回单为准')).toBeVisible()
  await borrower.screenshot({ path: info.outputPath('corrected-390.png') })
})
