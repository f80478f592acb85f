import { devices, expect } from '@playwright/test'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { personOf } from '../people/applicant.ts'
import { callAs } from '../people/caller.ts'
import { borrowByCall } from '../people/calls-of-a-borrower.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { grantLimit } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

test('a loan is found by its number, with its plan, the entries of a balance, and its acts', async ({
  browser,
  page,
  product,
}, info) => {
  test.setTimeout(240_000)
  const person = personOf('leaver')
  await grantLimit(page, person)
  const borrower = await callAs(product.address, person)
  const { loanNo } = await borrowByCall(borrower, { amountFen: 3_000_00n })
  const { instalments } = await borrower.api.repayment.plan({ loanNo })

  const desk = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  await desk.emulateMedia({ reducedMotion: 'reduce' })
  const username = `desk-${info.testId.slice(-6)}`
  await signInAsStaff(desk, await addStaffMember(username, { name: '纪南星', roles: 'operator' }))
  await desk.goto('/console/customers')
  await desk.getByRole('search').getByRole('textbox').fill(loanNo)
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: loanNo })).toBeVisible()
  await expect(desk).toHaveURL(new RegExp(`/console/loans/${loanNo}$`))

  const plan = desk.getByRole('table', { name: '还款计划' })
  await expect(plan.getByRole('row')).toHaveCount(instalments.length + 1)
  await expect(plan.getByRole('row').nth(1)).toContainText(instalments[0]?.dueDate ?? '')
  await expectEveryLook(desk, 'loan', info)

  const balance = desk.getByRole('button', { name: '3,000.00' })
  await balance.click()
  const entries = desk.getByRole('dialog', { name: '本金 · 余额由来' })
  await expect(entries.getByRole('row').nth(1)).toContainText('3,000.00')
  await expectEveryLook(desk, 'entries', info)
  await desk.keyboard.press('Escape')
  await expect(balance).toBeFocused()

  await desk.keyboard.press('e')
  await expect(desk.getByRole('dialog')).toContainText('减免')
  await expectEveryLook(desk, 'acts', info)
})
