import { expect } from '@playwright/test'
import { at, onboarding, repayment } from '../pages/addresses.ts'
import { expectSignedIn, expectSignedOut, letExpire, signInLink } from '../people/borrower.ts'
import { test } from '../product/product.ts'

const customer = '13900000008'

const landings = {
  landing: onboarding.landing,
  repayLanding: onboarding.repayLanding,
  unionPayLanding: onboarding.unionPayLanding,
  channelSignIn: onboarding.channelSignIn,
}

for (const [name, { path }] of Object.entries(landings)) {
  test(`[1.001, 2.023, 2.026, 4.042] a link with a token signs in silently (${name})`, async ({
    page,
  }) => {
    const { url, linkToken } = await signInLink(page, { phone: customer, path })
    await page.goto(url)
    await expectSignedIn(page)
    expect(page.url()).not.toContain(linkToken)
  })
}

test('[6.004] a repayment page accepts a token in its link', async ({ page }) => {
  const { path, title } = repayment.repayHome
  const { url, linkToken } = await signInLink(page, { phone: customer, path })
  await page.goto(url)
  await expectSignedIn(page)
  await expect(page).toHaveTitle(title)
  expect(page.url()).not.toContain(linkToken)

  // The number was not typed on this phone: after the session it is named in its masked form.
  await expect(page.getByText('您没有待还的借款')).toBeVisible()
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByText('登录已失效，请用 139****0008 重新登录')).toBeVisible()
  await expect(page.getByLabel('手机号', { exact: true })).toHaveValue('')
  expect(await page.locator('body').innerHTML()).not.toContain(customer)
})

test('a used token does not sign in again', async ({ page, browser }) => {
  const link = await signInLink(page, { phone: customer, path: onboarding.landing.path })
  await page.goto(link.url)
  await expectSignedIn(page)

  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await other.goto(link.url)
  await expect(other.getByText('链接已失效，请用手机号登录').first()).toBeVisible()
  await expect(other.getByLabel('手机号', { exact: true })).toBeVisible()
  await expectSignedOut(other)
  await stranger.close()
})

test('a token older than a quarter of an hour does not sign in', async ({ page }) => {
  const link = await signInLink(page, { phone: customer, path: onboarding.landing.path })
  await letExpire(page, link)
  await page.goto(link.url)
  await expect(page.getByText('链接已失效，请用手机号登录').first()).toBeVisible()
  await expectSignedOut(page)
})

test('[2.011] an invalid token shows the form with the link’s phone prefilled', async ({
  page,
}) => {
  await page.goto(at(onboarding.unionPayLanding, { token: 'x'.repeat(43), mobile: customer }))
  await expect(page.getByLabel('手机号', { exact: true })).toHaveValue('139 0000 0008')
  expect(page.url()).not.toContain('xxxx')
  await expectSignedOut(page)
})
