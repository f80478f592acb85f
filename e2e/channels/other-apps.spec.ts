import { expect } from '@playwright/test'
import { at, downloads, identity, onboarding, repayment, security } from '../pages/addresses.ts'
import { personOf } from '../people/applicant.ts'
import {
  agree,
  askForCode,
  expectSignedIn,
  expectSignedOut,
  newPhone,
  receivedCode,
  signInLink,
  signOut,
  typeCode,
} from '../people/borrower.ts'
import { phone } from '../devices/phone.ts'
import { runCommand } from '../product/command.ts'
import { test } from '../product/product.ts'
import { prepare } from '../people/with-limit.ts'

const walletAgent = `${phone.userAgent} AlipayClient/10.5.0`
const messengerAgent = `${phone.userAgent} MicroMessenger/8.0.50`

test.describe('in the payment app', () => {
  test.use({ userAgent: walletAgent })

  test('[2.094] a linked customer authorises and is signed in', async ({ page }) => {
    await page.goto(at(onboarding.registerInWallet))
    await page.getByRole('button', { name: '去授权' }).click()
    await page.getByRole('radio', { name: /顾晓舟/ }).check()
    await page.getByRole('button', { name: '同意授权' }).click()
    await expectSignedIn(page)
    // The user is stored after every kind of sign-in.
    await expect
      .poll(() =>
        page.evaluate(() => ['mobile', 'custNo', 'userID'].map((name) => name in localStorage)),
      )
      .toEqual([true, true, true])
  })

  test('an unlinked app requires a code before it opens the account again', async ({ page }) => {
    const authorise = async () => {
      await page.goto(at(onboarding.registerInWallet))
      await page.getByRole('button', { name: '去授权' }).click()
      await page.getByRole('radio', { name: /顾晓舟/ }).check()
      await page.getByRole('button', { name: '同意授权' }).click()
    }
    await authorise()
    await expectSignedIn(page)
    await page.goto(at(security.security))
    await page.getByRole('button', { name: /^支付应用/ }).click()
    await page.getByRole('button', { name: '确认解除关联' }).click()
    await expect(page.getByText('暂无关联的应用')).toBeVisible()
    await signOut(page)

    await authorise()
    await expect(page.getByText('139****0003')).toBeVisible()
    await expectSignedOut(page)
    await askForCode(page, '13900000003')
    await typeCode(page, await receivedCode(page, '13900000003'))
    await agree(page)
    await page.getByRole('button', { name: '确认并登录' }).click()
    await expectSignedIn(page)
    await page.goto(at(security.security))
    await expect(page.getByRole('button', { name: /^支付应用/ })).toBeVisible()
  })

  test('[2.092] a new customer confirms the phone that the app vouches for by a code', async ({
    page,
  }) => {
    await page.goto(at(onboarding.registerInWallet))
    await page.getByRole('button', { name: '去授权' }).click()
    await page.getByRole('radio', { name: /江映雪/ }).check()
    await page.getByRole('button', { name: '同意授权' }).click()
    await expect(page.getByText('139****0004')).toBeVisible()

    await askForCode(page, '13900000004')
    await typeCode(page, await receivedCode(page, '13900000004'))
    await page.getByRole('button', { name: '确认并登录' }).click()
    await expect(page.getByText('请先阅读并勾选同意协议')).toBeVisible()
    await agree(page)
    await page.getByRole('button', { name: '确认并登录' }).click()
    await expectSignedIn(page)
    await expect(page.getByText('139****0004')).toBeHidden()
  })

  test('a new customer whose app shares no phone verifies one with a code', async ({ page }) => {
    const own = newPhone()
    await page.goto(at(onboarding.registerInWallet))
    await page.getByRole('button', { name: '去授权' }).click()
    await page.getByRole('radio', { name: /何亦帆/ }).check()
    await page.getByRole('button', { name: '同意授权' }).click()
    await askForCode(page, own)
    await typeCode(page, await receivedCode(page, own))
    await agree(page)
    await page.getByRole('button', { name: '确认并登录' }).click()
    await expectSignedIn(page)
  })

  test('a user who declines the authorisation is shown other ways', async ({ page }) => {
    await page.goto(at(onboarding.registerInWallet))
    await page.getByRole('button', { name: '去授权' }).click()
    await page.getByRole('button', { name: '拒绝' }).click()
    await expect(page.getByText('您没有同意授权')).toBeVisible()
    await page.getByRole('button', { name: '用手机号登录' }).click()
    await expect(page.getByLabel('手机号', { exact: true })).toBeVisible()
    await expectSignedOut(page)
  })

  test('[4.030] a session that ended leads to the authorisation, and back to the wanted page', async ({
    page,
  }) => {
    await page.goto(at(onboarding.landing))
    await page.evaluate(() => {
      document.cookie = 'token=of-a-session-that-ended; Path=/'
    })
    await page.goto('about:blank')
    await page.goto(at(repayment.repayHome))
    await expect(page).toHaveURL(/\/sandbox\/wallet\//)
    await page.getByRole('radio', { name: /顾晓舟/ }).check()
    await page.getByRole('button', { name: '同意授权' }).click()
    await expectSignedIn(page)
    await expect(page).toHaveURL(new RegExp(`#${repayment.repayHome.path}$`))
  })

  test('a face check that the app fails has its own page, which also opens at the next visit', async ({
    page,
  }) => {
    const person = personOf('in-hardship')
    await prepare(page, person, 'faceInPage')
    const { url } = await signInLink(page, { phone: person.phone, path: '/landChannel' })
    // The link names the channel of a browser, which is not the one it is opened in.
    expect(url).toContain('extendChannelCode=000000000004')
    await page.goto(url)
    await expect(page).toHaveTitle(identity.faceByChannel.title)
    await page.getByRole('button', { name: '前往核验' }).click()
    await page.getByRole('button', { name: '核验不通过' }).click()
    const failed = new RegExp(`#${identity.faceFailed.path}(\\?|$)`)
    await expect(page).toHaveURL(failed)
    await expect(page).toHaveTitle(identity.faceFailed.title)
    await expect(page.getByText('与身份证照片不一致')).toBeVisible()

    await page.goto('about:blank')
    await page.goto('/')
    await expect(page).toHaveURL(failed)
    await page.getByRole('button', { name: '重新核验' }).click()
    await expect(page).toHaveTitle(identity.faceByChannel.title)
  })
})

test.describe('in the messaging app', () => {
  test.use({ userAgent: messengerAgent })

  test('the messaging app signs a linked customer in', async ({ page }) => {
    await page.goto(at(onboarding.channelSignIn))
    await page.getByRole('button', { name: '用消息应用授权登录' }).click()
    await page.getByRole('radio', { name: /秦暮云/ }).check()
    await page.getByRole('button', { name: '同意授权' }).click()
    await expectSignedIn(page)
  })

  test('the official account’s QR code is shown with the hint to long-press it', async ({
    page,
  }) => {
    await page.goto(at(onboarding.followAccount))
    await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
    await expect(page.getByText('长按二维码即可识别')).toBeVisible()
  })
})

test('other browsers do not ask for authorisation', async ({ page }) => {
  await page.goto(at(onboarding.channelSignIn))
  await expect(page.getByLabel('手机号', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '用消息应用授权登录' })).toBeHidden()
  await page.goto(at(onboarding.registerInWallet))
  await expect(page.getByText('请在支付应用中打开')).toBeVisible()
})

test('a mini program that does not open offers other ways', async ({ page }) => {
  await page.goto(at(onboarding.openMiniProgram))
  await expect(page.getByText('没有自动打开？')).toBeVisible()
  await expect(page.getByRole('img', { name: '小程序二维码' })).toBeVisible()
  await page.getByRole('button', { name: '打开小程序' }).click()
  await expect(page.getByRole('heading', { name: '已打开小程序' })).toBeVisible()
  await expect(page.getByText('pages/credit/index')).toBeVisible()
})

test('help lists the pages of service, the official account, the mini program and the download', async ({
  page,
}) => {
  await page.goto(at(onboarding.landing))
  await page.getByRole('link', { name: '帮助与服务' }).click()
  const links = page.getByRole('list', { name: '帮助与服务' })
  for (const name of ['防范诈骗', '关于轻舟', '开源软件声明']) {
    await links.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await links.getByRole('link', { name: '常见问题' }).click()
  }
  await links.getByRole('link', { name: '关注公众号' }).click()
  await expect(page.getByText('截屏即可保存这张二维码')).toBeVisible()
  await page.goBack()
  await links.getByRole('link', { name: '下载应用' }).click()
  await expect(page).toHaveURL(new RegExp(`#${downloads.download1.path}$`))
  await expect(page.getByRole('link', { name: /^下载/ }).first()).toHaveAttribute(
    'href',
    /^\/sandbox\/store\//,
  )
})

test('a campaign made by command changes its download page until it ends', async ({ page }) => {
  const headline = page.getByRole('heading', { name: '春季下载' })
  const named = ['--number', 'journey']
  const address = ['--page', 'download3', '--ios', 'https://store.example/app']
  const words = ['downloads', 'create', ...named, ...address, '--title', '春季下载']
  expect(await runCommand('campaigns', words)).toContain('Created journey.')
  await page.goto(at(downloads.download3))
  await expect(headline).toBeVisible()
  expect(await runCommand('campaigns', ['downloads', 'end', ...named])).toContain('Ended journey.')
  await page.reload()
  await expect(page.getByRole('heading', { name: '三步申请额度' })).toBeVisible()
  await expect(headline).toBeHidden()
})
