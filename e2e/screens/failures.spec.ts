import { calls } from '@qingzhou/contract/calls'
import { noticeName } from '@qingzhou/contract/wire/params'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { at, notices, onboarding } from '../pages/addresses.ts'
import { personOf } from '../people/applicant.ts'
import { signInLink } from '../people/borrower.ts'
import { test } from '../product/product.ts'

const { newCaptcha } = calls.onboarding

/** A toast; it is both announced and shown, so it is on the page twice. */
async function expectToast(page: Page, words: string) {
  await expect(page.getByText(words).first()).toBeVisible()
}

const answer = (code: string, message: string) => ({
  json: { statusInfo: { code, message, timestamp: Date.now(), requestId: 'request-1' } },
})

test('[8.004] a refusal is shown with the server’s message', async ({ page }) => {
  await page.route(`**${newCaptcha.path}`, (route) =>
    route.fulfill(answer('APPLOEB405', '额度正在使用中')),
  )
  await page.goto(at(onboarding.landing))
  await expectToast(page, '额度正在使用中')
})

test('[8.005] a refusal without a message is shown with ours', async ({ page }) => {
  await page.route(`**${newCaptcha.path}`, (route) => route.fulfill(answer('APPLOEB405', '')))
  await page.goto(at(onboarding.landing))
  await expectToast(page, '系统异常，请稍后再试')
})

test('[8.013] a busy server is reported, and the image code can be requested again', async ({
  page,
}) => {
  let isBusy = true
  await page.route(`**${newCaptcha.path}`, (route) =>
    isBusy ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.goto(at(onboarding.landing))
  await expectToast(page, '服务器繁忙，请稍后再试')
  isBusy = false
  await page.getByText('点按重试').click()
  await expect(page.locator('.code-picture img')).toBeVisible()
})

test('[9.001] a missing response is reported after half a minute', async ({ page }) => {
  await page.clock.install()
  const request = page.waitForRequest(`**${newCaptcha.path}`)
  await page.route(`**${newCaptcha.path}`, () => undefined)
  await page.goto(at(onboarding.landing))
  await request
  await page.clock.fastForward(31_000)
  await expectToast(page, '网络超时')
})

test('a broken connection is reported', async ({ page }) => {
  await page.route(`**${newCaptcha.path}`, (route) => route.abort('connectionreset'))
  await page.goto(at(onboarding.landing))
  await expectToast(page, '网络异常，请重试')
})

test('[2.090, 4.033, 8.009] a notice is shown as text on its own page', async ({ page }) => {
  await page.route(`**${newCaptcha.path}`, (route) =>
    route.fulfill({
      json: {
        statusInfo: {
          code: 'COMCC00000',
          message: '',
          timestamp: Date.now(),
          requestId: 'request-1',
          [noticeName]: '系统维护至 6:00\n<b>请稍后再来</b>',
        },
      },
    }),
  )
  await page.goto(at(onboarding.landing))
  await expect(page).toHaveURL(new RegExp(`#${notices.notice.path}`))
  await expect(page.getByText('<b>请稍后再来</b>')).toBeVisible()
})

test('[2.091, 4.035, 8.010, 8.011] a risk refusal shows its message on its own page', async ({
  page,
}) => {
  await page.route(`**${newCaptcha.path}`, (route) =>
    route.fulfill(answer('RMSRULEERR001', '综合评估未通过，请于 2027-02-15 后再试')),
  )
  await page.goto(at(onboarding.landing))
  await expect(page).toHaveURL(new RegExp(`#${notices.riskRefused.path}`))
  await expect(page.getByText('综合评估未通过，请于 2027-02-15 后再试')).toBeVisible()
  await page.reload()
  await expect(page.getByText('综合评估未通过，请于 2027-02-15 后再试')).toBeVisible()
})

test('a step check that the server fails shows the error page with the number of the problem', async ({
  page,
}) => {
  await page.route(`**${calls.credit.currentStep.path}`, (route) =>
    route.fulfill(answer('APPSTES500', '系统异常')),
  )
  const { url } = await signInLink(page, {
    phone: personOf('password').phone,
    path: '/landChannel',
  })
  await page.goto(url)
  await expect(page).toHaveURL(new RegExp(`#${notices.somethingWrong.path}`))
  await expect(page.getByText('问题编号 request-1')).toBeVisible()
})

test('an unknown address shows the error page', async ({ page }) => {
  await page.goto('/#/nowhere/at/all')
  await expect(page.getByText('没有找到这个页面')).toBeVisible()
})

test('an unknown service page shows the error page', async ({ page }) => {
  await page.goto(at({ path: notices.servicePage.path.replace(':name', 'nothing-here') }))
  await expect(page.getByText('没有找到这个页面')).toBeVisible()
})

test.describe('at a computer', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    isMobile: false,
    hasTouch: false,
    viewport: { width: 1280, height: 800 },
  })

  test('[1.037, 8.025] the app asks to be opened on a phone', async ({ page }) => {
    await page.goto(at(onboarding.landing))
    await expect(page).toHaveURL(new RegExp(`#${notices.somethingWrong.path}`))
    await expect(page.getByRole('heading', { name: '请在移动设备中访问' })).toBeVisible()
    // This product listens on its own machine only, which a phone cannot reach.
    await expect(page.getByText('HOST=0.0.0.0 npm start')).toBeVisible()
    await expect(page.getByRole('link', { name: '打开模拟台' })).toBeVisible()
  })
})

test('[8.018] an error that is no answer of the server shows our message, and its own is logged', async ({
  page,
}) => {
  await page.goto(at(onboarding.landing))
  await expect(page.locator('.code-picture img')).toBeVisible()
  const logged = page.waitForRequest(`**${calls.system.logError.path}`)
  await page.evaluate(() => void Promise.reject(new Error('planted')))
  await expectToast(page, '系统异常，请稍后再试')
  await expect(page.getByText('planted')).toHaveCount(0)
  await logged
})
