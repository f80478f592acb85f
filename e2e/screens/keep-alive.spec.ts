import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { bankList, cardForm } from '../harness/addresses.ts'
import { serveHarness } from '../harness/serve.ts'

// With motion, as most phones have it; the other journeys run without.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

let harness: Awaited<ReturnType<typeof serveHarness>>

test.beforeAll(async () => {
  harness = await serveHarness()
})

test.afterAll(() => harness.stop())

const open = (page: Page, path: string) => page.goto(`${harness.url}/#${path}`)
const scroller = (page: Page) => page.locator('.page:visible')
const scrollPosition = (page: Page) => scroller(page).evaluate((element) => element.scrollTop)
const ticks = async (page: Page) =>
  Number(await page.locator('output[aria-label=ticks]').textContent())

test('[2.003] a half-typed form and its scroll position survive a visit to the bank list', async ({
  page,
}) => {
  await open(page, cardForm)
  await expect(page).toHaveTitle('添加储蓄卡')
  await page.getByLabel('第 30 项').fill('6222 0200')
  await scroller(page).evaluate((element) => (element.scrollTop = 700))
  await expect.poll(() => scrollPosition(page)).toBe(700)
  const typed = page.getByLabel('第 30 项')

  await page.evaluate((path) => (window.location.hash = path), bankList)
  await expect(page).toHaveTitle('支持银行')
  await expect(page.getByText('银行 1', { exact: true })).toBeInViewport()
  expect(await scrollPosition(page)).toBe(0)
  await expect(typed).toBeHidden()

  await page.getByRole('button', { name: '返回' }).click()
  await expect(page).toHaveTitle('添加储蓄卡')
  await expect(typed).toHaveValue('6222 0200')
  expect(await scrollPosition(page)).toBe(700)
})

test('a hidden form pauses its effects, and keeps its own address', async ({ page }) => {
  await open(page, cardForm)
  await expect.poll(() => ticks(page)).toBeGreaterThan(2)
  await page.getByRole('link', { name: '支持银行' }).click()
  await expect(page).toHaveTitle('支持银行')

  const before = await ticks(page)
  await page.waitForTimeout(400)
  expect(await ticks(page)).toBe(before)
  expect(await page.locator('output[aria-label=address]').textContent()).toBe(cardForm)

  await page.goBack()
  await expect.poll(() => ticks(page)).toBeGreaterThan(before)
})

test('[2.002] a screen that is not kept alive starts at its top each time', async ({ page }) => {
  await open(page, bankList)
  await scroller(page).evaluate((element) => (element.scrollTop = 500))
  await page.evaluate((path) => (window.location.hash = path), cardForm)
  await expect(page).toHaveTitle('添加储蓄卡')
  await page.goBack()
  await expect(page).toHaveTitle('支持银行')
  expect(await scrollPosition(page)).toBe(0)
})

test('a screen whose chunk fails to load shows the error in place', async ({ page }) => {
  await open(page, cardForm)
  let requests = 0
  await page.route(/bank-list-screen/, (route) => {
    requests += 1
    return route.abort()
  })
  await page.getByRole('link', { name: '支持银行' }).click()
  const reload = page.getByRole('button', { name: '重新加载' })
  await expect(reload).toBeVisible()
  expect(requests).toBeGreaterThan(0)

  await page.unroute(/bank-list-screen/)
  await reload.click()
  await expect(page.getByText('银行 1', { exact: true })).toBeVisible()
})

test('a slow screen shows its title at once, and Back returns to the form as it was', async ({
  page,
}) => {
  await open(page, cardForm)
  await page.getByLabel('第 30 项').fill('6222 0200')
  const arrival = Promise.withResolvers<void>()
  await page.route(/bank-list-screen/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.getByRole('link', { name: '支持银行' }).click()
  const outline = page.locator('.opening')
  await expect(outline.getByRole('heading', { name: '支持银行' })).toBeVisible()
  await page.goBack()
  await expect(outline).toHaveCount(0)
  await expect(page.getByLabel('第 30 项')).toHaveValue('6222 0200')
  await expect(page).toHaveTitle('添加储蓄卡')

  await page.getByRole('link', { name: '支持银行' }).click()
  await expect(outline).toBeVisible()
  arrival.resolve()
  await expect(page.getByText('银行 1', { exact: true })).toBeVisible()
  await expect(outline).toHaveCount(0)
})

test('a chunk that fails once is requested again', async ({ page }) => {
  await open(page, cardForm)
  let requests = 0
  await page.route(/bank-list-screen/, (route) => {
    requests += 1
    return requests === 1 ? route.abort() : route.continue()
  })
  await page.getByRole('link', { name: '支持银行' }).click()
  await expect(page.getByText('银行 1', { exact: true })).toBeVisible()
})
