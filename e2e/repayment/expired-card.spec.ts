import { expect } from '@playwright/test'
import { at, identity, loans, repayment } from '../pages/addresses.ts'
import { expectAccessible } from '../pages/opens-well.ts'
import { openEarly, payByApp } from '../pages/pay.ts'
import { personOf } from '../people/applicant.ts'
import { signInLink } from '../people/borrower.ts'
import { callAs } from '../people/caller.ts'
import { borrowByCall } from '../people/calls-of-a-borrower.ts'
import { expireIdCard } from '../people/expired-card.ts'
import { openOnPhone } from '../people/in-messenger.ts'
import { test } from '../product/product.ts'
import { grantLimit } from '../people/with-limit.ts'

test('a borrower whose identity card has expired sees bills and pays, and borrows after its renewal only', async ({
  browser,
  product,
}) => {
  test.setTimeout(240_000)
  const page = await openOnPhone(browser)
  const person = personOf('mover')
  await grantLimit(page, person)
  const caller = await callAs(product.address, person)
  await borrowByCall(caller, { amountFen: 5_000_00n })
  await expireIdCard(caller)

  const { url } = await signInLink(page, { phone: person.phone, path: '/landChannel' })
  await page.goto(url)
  await expect(page).toHaveTitle(identity.idCard.title)
  await expect(page.getByText(/您的身份证已过期/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '查看账单' }).click()
  await expect(page).toHaveTitle(repayment.repayHome.title)
  await openEarly(page)
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await expect(page).toHaveTitle(repayment.cashier.title)
  await expectAccessible(page)
  await payByApp(page)
  await expect(page.getByText('还款成功，借款已结清')).toBeVisible({ timeout: 60_000 })

  await page.goto(at(loans.borrow))
  await expect(page).toHaveTitle(identity.idCard.title)
  await expect(page.getByText(/您的身份证已过期/)).toBeVisible()
  await page.context().close()
})
