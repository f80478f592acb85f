import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, repayment } from '../pages/addresses.ts'
import { borrowInMessenger } from '../people/in-messenger.ts'
import { signByCode } from '../people/borrower.ts'
import { test } from '../product/product.ts'
import {
  businessDate,
  daysUntil,
  setCardBehaviour,
  advanceBusinessDate,
  listBankTransfers,
  waitForEndOfDay,
} from '../people/with-limit.ts'

// One borrower, one loan, and its first instalment.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let page: Page
let person: TestPerson
let dueDate: string
let newAmount: string

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  ;({ page, person } = await borrowInMessenger(browser, { key: 'delayer', amount: '9000' }))
  dueDate = await firstDueDate()
  // An amount that the card can pay is debited on the day and needs no deferral.
  await setCardBehaviour(page, person, 'frozen')
  await advanceBusinessDate(page, daysUntil(dueDate, { from: await businessDate(page) }))
  // The debit of the day runs first, and no deferral is possible meanwhile.
  await waitForEndOfDay(page, person)
})
test.afterAll(async () => {
  await setCardBehaviour(page, person, 'well')
  await page.context().close()
})

async function firstDueDate(): Promise<string> {
  await page.goto(at(repayment.channelAllBills))
  const note = page.getByText(/^\d{4}-\d\d-\d\d 到期$/).first()
  return (await note.innerText()).slice(0, 10)
}

/** Chooses the days, reads the cost, and agrees. Returns the new date, amount and cost. */
async function chooseDays(days: number) {
  await page.goto(at(repayment.deferral))
  const slider = page.getByRole('slider', { name: '延期天数' })
  await expect(slider).toBeVisible()
  await slider.fill(String(days))
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(page.getByText(`本期本金 ${days} 天的利息`)).toBeVisible()
  const chosen = {
    date: await row('还款日').getByRole('cell').last().innerText(),
    amount: await row('应还').getByRole('cell').last().innerText(),
    cost: (await page.locator('.num-lg').innerText()).replace('¥', ''),
  }
  await expectAccessible(page)
  await comparePlans(days, chosen)
  await signByCode(page, person)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: `申请延期 ${days} 天` }).click()
  await expect(page.getByRole('dialog')).toContainText(`${chosen.cost} 元`)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^确认延期到/ }).click()
  await expect(page.getByText('延期成功')).toBeVisible()
  await expectAccessible(page)
  return chosen
}

/** Opens the plans before and after the deferral, and comes back to the chosen days. */
async function comparePlans(
  days: number,
  chosen: { readonly date: string; readonly amount: string },
) {
  await page.getByRole('button', { name: '查看还款计划的变化' }).click()
  await expect(page).toHaveTitle(repayment.planChange.title)
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText(chosen.date)
  await expect(first).toContainText(chosen.amount)
  await page.getByRole('tab', { name: '延期前' }).click()
  await expect(first).not.toContainText(chosen.date)
  await expectAccessible(page)
  await page.getByRole('button', { name: '继续申请延期' }).click()
  await expect(page.getByRole('button', { name: `申请延期 ${days} 天` })).toBeVisible()
}

test('[1.013] an instalment due today is deferred at the cost that was shown', async () => {
  const chosen = await chooseDays(7)
  expect(daysUntil(chosen.date, { from: dueDate })).toBe(7)
  const done = page.locator('main')
  for (const figure of Object.values(chosen)) await expect(done).toContainText(figure)

  await page.getByRole('link', { name: '查看账单' }).click()
  await expect(page).toHaveTitle(repayment.channelAllBills.title)
  const first = page.getByRole('link', { name: /^第 1\/12 期/ })
  await expect(first).toContainText(`${chosen.date} 到期`)
  await expect(first).toContainText(chosen.amount)
})

test('a second deferral continues from the new date, and a third is refused with a reason', async () => {
  const chosen = await chooseDays(5)
  newAmount = chosen.amount
  expect(daysUntil(chosen.date, { from: dueDate })).toBe(12)
  await page.reload()
  await expect(page.getByText('现在不能延期')).toBeVisible()
  await expect(page.getByText(/一年内最多延期 2 次，您可在 .+起再次延期/)).toBeVisible()
  await expectAccessible(page)
})

test('the amount debited on the new date is the amount shown, and it was never overdue', async () => {
  await setCardBehaviour(page, person, 'well')
  await advanceBusinessDate(page, 13)
  await expect(async () => {
    const moved = await listBankTransfers(page, person)
    const debits = moved.filter(({ kind, state }) => kind === 'debit' && state === 'done')
    const amountFen = newAmount.replaceAll(/[,.]/g, '')
    expect(debits).toEqual([expect.objectContaining({ amountFen })])
  }).toPass({ timeout: 60_000 })
})
