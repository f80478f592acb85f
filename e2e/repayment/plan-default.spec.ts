import { expect } from '@playwright/test'
import { expectAccessible } from '../pages/opens-well.ts'
import {
  chooseMonths,
  fillSigner,
  goToFaceCheck,
  goToSignature,
  signPlan,
  tickBill,
} from '../pages/plan-signing.ts'
import { borrowInMessenger } from '../people/in-messenger.ts'
import { advanceBusinessDate, setCardBehaviour, waitForEndOfDay } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

const MONTHS = 6

test('a plan with two unpaid instalments defaults, and its borrower is notified', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const { page, person } = await borrowInMessenger(browser, { key: 'leaver', amount: '3000' })
  await setCardBehaviour(page, person, 'frozen')
  await advanceBusinessDate(page, 31 + 5)
  await waitForEndOfDay(page, person)
  await tickBill(page)
  await page.getByRole('button', { name: '下一步，选择期数' }).click()
  await chooseMonths(page, MONTHS)
  await page.getByRole('button', { name: `按 ${MONTHS} 期申请` }).click()
  await fillSigner(page, person)
  await goToFaceCheck(page, person)
  await goToSignature(page)
  await signPlan(page, MONTHS)

  await advanceBusinessDate(page, 2 * 31 + 1)
  await page.getByRole('link', { name: '查看签约详情' }).click()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^分期已于 .+终止$/)).toBeVisible()
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText('剩余部分现在应一次还清')).toBeVisible()
  await expectAccessible(page)
  await expect(async () => {
    const params = { phone: person.phone, limit: 20 }
    const inbox = await page.request.get('/sandbox/inbox', { params })
    expect(await inbox.text()).toContain('按协议已终止')
  }).toPass({ timeout: 30_000 })
  await setCardBehaviour(page, person, 'well')
  await page.context().close()
})
