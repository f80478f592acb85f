import { expect } from '@playwright/test'
import {
  countRequests,
  beyondLanding,
  importCycles,
  laterScreens,
  webFiles,
  webLimits,
} from '@qingzhou/qa/bench/web-build.ts'
import { at, notices, onboarding } from '../pages/addresses.ts'
import {
  agree,
  askForCode,
  expectSignedIn,
  expectSignedOut,
  newPhone,
  receivedCode,
  typeCode,
} from '../people/borrower.ts'
import { test } from '../product/product.ts'

// With motion, as most phones have it; the other journeys run without.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('[2.025] a new borrower signs in with a code and is registered', async ({ page }) => {
  const phone = newPhone()
  await page.goto(at(onboarding.landing, { uriId: 'web-home' }))
  await askForCode(page, phone)
  await expect(page.getByText(/秒后可重发/)).toBeVisible()
  await typeCode(page, await receivedCode(page, phone))
  await agree(page)
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  await expectSignedIn(page)
})

test('the landing page is there before its script, takes a phone number, and is replaced without a shift', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(at(onboarding.landing), { waitUntil: 'commit' })
  await expect(page.locator('.first-landing')).toContainText('登录并查看额度')
  await expect(page.getByText('正在打开…')).toBeHidden()
  const phone = page.getByRole('textbox', { name: '手机号' })
  await phone.pressSequentially('1380013')
  await phone.press('Enter')
  await expect(page.locator('.first-landing [type=submit]')).toHaveAttribute('inert')
  release()
  await expect(page.locator('.code-picture img')).toBeVisible()
  await expect(page.locator('.first-landing')).toHaveCount(0)
  await expect(phone).toBeFocused()
  await page.keyboard.type('8000')
  await expect(phone).toHaveValue('138 0013 8000')
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
})

test('the landing page needs little script and few requests, and two when opened again', async ({
  page,
}) => {
  const context = page.context()
  const open = async (address: string) => {
    const tab = await context.newPage()
    const load = await countRequests(await context.newCDPSession(tab))
    await tab.goto(address)
    await tab.locator('#root > .layout').waitFor()
    await tab.getByRole('textbox', { name: '手机号' }).fill('1')
    await expect(tab.locator('.code-picture img')).toBeVisible()
    await tab.close()
    return load
  }
  const first = await open('/')
  expect(first.requests).toBeLessThanOrEqual(webLimits.firstRequests)
  expect(first.scriptBytes).toBeLessThanOrEqual(webLimits.firstScriptBytes)
  expect(first.scriptBytes).toBeGreaterThan(0)
  const next = await open(at(onboarding.landing))
  expect(next.requests).toBeLessThanOrEqual(webLimits.nextRequests)
})

test('the web build is few files, and later screens load little more than the landing page', () => {
  expect(webFiles().length).toBeLessThanOrEqual(webLimits.files)
  expect(importCycles()).toEqual([])
  for (const chunk of Object.values(laterScreens)) {
    const { files, bytes } = beyondLanding(chunk)
    expect.soft(files, chunk).toBeLessThanOrEqual(webLimits.laterFiles)
    expect.soft(bytes, chunk).toBeLessThanOrEqual(webLimits.laterBytes)
    expect.soft(bytes, chunk).toBeGreaterThan(0)
  }
})

test('wrong codes are counted, and the fifth one invalidates the code', async ({ page }) => {
  const phone = newPhone()
  await page.goto(at(onboarding.landing))
  await askForCode(page, phone)
  const right = await receivedCode(page, phone)
  const wrong = right === '00000' ? '11111' : '00000'
  await agree(page)
  for (const words of [/还可以输入 4 次/, /3 次/, /2 次/, /1 次/, /已失效/]) {
    await typeCode(page, wrong)
    await page.getByRole('button', { name: '登录并查看额度' }).click()
    await expect(page.locator('.field-note').filter({ hasText: words })).toBeVisible()
  }
  await typeCode(page, right)
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(page.locator('.field-note').filter({ hasText: /已失效/ })).toBeVisible()
  await expectSignedOut(page)
})

test('signing in requires the agreements', async ({ page }) => {
  await page.goto(at(onboarding.landing))
  await page.getByLabel('手机号', { exact: true }).fill(newPhone())
  await typeCode(page, '12345')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(page.getByText('请先阅读并勾选同意协议')).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeFocused()
})

test('an error that appears on blur does not move a button under the finger', async ({ page }) => {
  await page.goto(at(onboarding.landing))
  const phone = page.getByLabel('手机号', { exact: true })
  await phone.fill('1380571')
  await expect(phone).toBeFocused()
  await page.getByRole('button', { name: '获取验证码' }).click()
  // The button was pressed: it leads to the field, and says what is wrong with it.
  await expect(phone).toBeFocused()
  await expect(page.getByText(/手机号/).filter({ hasText: '11位' })).toBeVisible()
})

test('an agreement opens over the form, and the typed fields stay', async ({ page }) => {
  await page.goto(at(onboarding.landing))
  await typeCode(page, '12345')
  await page.getByRole('link', { name: '隐私政策' }).click()
  await expect(page.getByRole('dialog', { name: '隐私政策' })).toContainText('更新日期')
  await page.getByRole('button', { name: '已阅读，返回填写' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByLabel('短信验证码')).toHaveValue('12345')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})

test('[1.002, 2.096, 7.030, 7.044] a borrower registers with a password and signs in with it again', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  await page.goto(at(onboarding.register))
  await askForCode(page, phone)
  await typeCode(page, await receivedCode(page, phone))
  await page.getByLabel('设置密码', { exact: true }).fill('12345678')
  await page.getByLabel('手机号', { exact: true }).focus()
  await expect(page.getByText('密码须为8-16位字母、数字或下划线，且不能为纯数字')).toBeVisible()
  await page.getByLabel('设置密码', { exact: true }).fill('Boat_of_2026')
  await agree(page)
  await page.getByRole('button', { name: '注册并登录' }).click()
  await expectSignedIn(page)

  await context.clearCookies()
  await page.goto('about:blank')
  await page.goto(at(onboarding.landing))
  await page.getByRole('button', { name: '用密码登录' }).click()
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByLabel('密码', { exact: true }).fill('Wrong_2026')
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(page.locator('.field-note').filter({ hasText: '手机号或密码有误' })).toBeVisible()

  await page.getByLabel('密码', { exact: true }).fill('Boat_of_2026')
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  // Checking a password takes a second of work, which is many seconds on a busy machine.
  await expect(page.getByLabel('密码', { exact: true })).toBeHidden({ timeout: 30_000 })
  await expectSignedIn(page)
})

test('typed fields survive a reload, except the code and the consent', async ({ page }) => {
  await page.goto(at(onboarding.landing))
  await page.getByLabel('手机号', { exact: true }).fill('13805716021')
  await typeCode(page, '12345')
  await agree(page)
  await page.reload()
  await expect(page.getByLabel('手机号', { exact: true })).toHaveValue('138 0571 6021')
  await expect(page.getByLabel('短信验证码')).toHaveValue('')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})

test('[2.014, 2.034, 3.044, 8.031] an expired landing link says so and offers a way on', async ({
  page,
}) => {
  await page.goto(at(onboarding.landing, { uriId: 'spring-2026' }))
  await expect(page).toHaveURL(new RegExp(`#${notices.badLink.path}`))
  await expect(page.getByText('这个链接已经失效')).toBeVisible()
})

test('[2.018, 2.024] a bank partner’s customer signs in by the bank’s link', async ({ page }) => {
  const phone = newPhone()
  await page.goto(at(onboarding.bankPartnerLanding, { gdCode: 'GD0001' }))
  await askForCode(page, phone)
  await typeCode(page, await receivedCode(page, phone))
  await agree(page)
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  await expectSignedIn(page)
})

for (const gdCode of ['GD9999', 'GD0003', '<script>', '']) {
  test(`[2.059] a bank partner’s link with the code “${gdCode}” leads to the invalid link page`, async ({
    page,
  }) => {
    await page.goto(at(onboarding.bankPartnerLanding, { gdCode }))
    await expect(page).toHaveURL(new RegExp(`#${notices.badBankPartnerLink.path}`))
    await expect(page.getByText('合作银行的链接无效')).toBeVisible()
  })
}
