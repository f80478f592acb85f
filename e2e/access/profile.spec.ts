import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible } from '../pages/opens-well.ts'
import {
  account,
  at,
  credit,
  identity,
  onboarding,
  profile,
  repayment,
} from '../pages/addresses.ts'
import { showIdCard } from '../people/applicant.ts'
import { expectSignedOut, newPhone, receivedCode, signOut } from '../people/borrower.ts'
import { showFaceUntil, simulateFace } from '../devices/face-in-front.ts'
import { openOnPhone, signInByCode } from '../people/in-messenger.ts'
import { expectTypedKept } from '../pages/typed.ts'
import { test } from '../product/product.ts'
import { signInWithLimit } from '../people/with-limit.ts'

// A customer loses a phone, gets the number back, and moves to another town.
test.describe.configure({ mode: 'serial', timeout: 150_000 })

let page: Page
let person: TestPerson
let granted: string
const numberMeanwhile = newPhone()

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  page = await openOnPhone(browser)
  await simulateFace(page, 'mover')
  person = await signInWithLimit(page, 'mover')
  // The page shows a dash until the limit has arrived.
  await expect(page.locator('.num-xl')).toContainText('¥')
  granted = await page.locator('.num-xl').innerText()
})
test.afterAll(async () => page.context().close())

async function typeNewPhone(number: string): Promise<void> {
  await page.goto(at(profile.newPhone))
  await page.getByLabel('新手机号').fill(number)
}

/** Every session has ended, and the new number opens the existing account. */
async function expectChangedTo(number: string): Promise<void> {
  await expect(page.getByText('手机号已更换')).toBeVisible()
  await expectSignedOut(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: '用新手机号登录' }).click()
  await expect(page).toHaveTitle(onboarding.landing.title)
  await signInByCode(page, { phone: number, button: '登录并查看额度' })
  await expect(page).toHaveTitle(credit.limit.title)
  await expect(page.locator('.num-xl')).toHaveText(granted)
}

test('a customer without the old phone changes the number by name, face check and a code to the new phone', async ({
  browser,
}) => {
  const elsewhere = await openOnPhone(browser)
  await signInWithLimit(elsewhere, person.key)
  await typeNewPhone(numberMeanwhile)
  await expectAccessible(page)
  await page.getByRole('button', { name: '原手机号已停用，用身份核验' }).click()
  await expect(page).toHaveTitle(profile.verifyPhone.title)
  await page.getByLabel('姓名').fill(person.name)
  await page.getByLabel('证件号码').fill(person.idNumber)
  await expectAccessible(page)
  await page.getByRole('button', { name: '确认是本人，下一步' }).click()
  const code = page.getByLabel('新手机号验证码')
  await showFaceUntil(page, async () => code.isVisible())
  await expectAccessible(page)
  await code.fill(await receivedCode(page, numberMeanwhile))
  await expectChangedTo(numberMeanwhile)

  // The lost phone is signed out.
  await elsewhere.goto(at(profile.updateReason))
  await expect(elsewhere).toHaveTitle(profile.profileSignIn.title)
  await elsewhere.context().close()
})

test('a customer with both phones changes the number by a code to each', async () => {
  await typeNewPhone(person.phone)
  // The number was just verified by a code: the next one is sent after a minute.
  await expect(async () => {
    await page.getByRole('button', { name: '下一步，验证手机号' }).click()
    await expect(page).toHaveTitle(profile.verifyPhone.title, { timeout: 3_000 })
  }).toPass({ timeout: 100_000, intervals: [10_000, 20_000] })
  await expectAccessible(page)
  await page.getByLabel('原手机号验证码').fill(await receivedCode(page, numberMeanwhile))
  await page.getByLabel('新手机号验证码').fill(await receivedCode(page, person.phone))
  await expectChangedTo(person.phone)
})

const issuer = () => page.getByLabel('签发机关')

test('a card from another authority replaces the old one, and is counted', async () => {
  await page.goto(at(account.mine))
  await page.getByRole('link', { name: '信息更新', exact: true }).click()
  await expect(page).toHaveTitle(profile.updateReason.title)
  await page.getByRole('radio', { name: /^签发机关变更/ }).click()
  await page.getByRole('radio', { name: '户籍迁移' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '下一步，拍摄新身份证' }).click()
  await expect(page).toHaveTitle(profile.personalInfo.title)
  await showIdCard(page, person)
  await issuer().fill('云溪市公安局')
  // The photos need not be taken again.
  await expectTypedKept(page, async () => {
    await expect(issuer()).toHaveValue('云溪市公安局')
    await expect(page.getByLabel(/^重拍/)).toHaveCount(2)
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: '下一步，人脸核验' }).click()
  // A new card requires a face check against the card on file.
  const submit = page.getByRole('button', { name: '确认提交签发机关变更' })
  await showFaceUntil(page, async () => submit.isVisible())
  await expectAccessible(page)
  await submit.click()
  await expect(page.getByText('签发机关变更已完成')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: '继续更新其他信息' }).click()
  await expect(page.getByRole('radio', { name: /^签发机关变更.*还可修改 1 次/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^姓名变更.*还可修改 2 次/ })).toBeVisible()

  // A card confirmed by a face check can be used for verification from the first day.
  await typeNewPhone(numberMeanwhile)
  await page.getByRole('button', { name: '原手机号已停用，用身份核验' }).click()
  await expect(page).toHaveTitle(profile.verifyPhone.title)
  await expect(page.getByLabel('证件号码')).toBeVisible()
})

test('a renewed card and then a card with a new name replace the old one', async () => {
  for (const { issue, what, reason } of [
    { issue: 'renewed', what: '身份证换新', reason: '到期换证' },
    { issue: 'renamed', what: '姓名变更', reason: '依法改名' },
  ] as const) {
    await page.goto(at(profile.updateReason))
    await page.getByRole('radio', { name: new RegExp(`^${what}`) }).click()
    await page.getByRole('radio', { name: reason, exact: true }).click()
    await page.getByRole('button', { name: '下一步，拍摄新身份证' }).click()
    await expect(page).toHaveTitle(profile.personalInfo.title)
    await showIdCard(page, person, issue)
    await page.getByRole('button', { name: '下一步，人脸核验' }).click()
    const submit = page.getByRole('button', { name: `确认提交${what}` })
    await showFaceUntil(page, async () => submit.isVisible())
    await submit.click()
    await expect(page.getByText(`${what}已完成`)).toBeVisible()
  }
  await page.getByRole('button', { name: '继续更新其他信息' }).click()
  await expect(page.getByRole('radio', { name: /^姓名变更.*还可修改 1 次/ })).toBeVisible()
})

test('[1.018] a new employer is saved from the limit page with a code, and counted', async () => {
  await page.goto(at(credit.limit))
  await page.getByRole('link', { name: '更新单位信息' }).click()
  await expect(page).toHaveTitle(credit.companyInfo.title)
  await page.getByLabel('单位名称').fill('望江船舶有限公司')
  await page.getByLabel('单位地址').fill('江南大道 200 号')
  await page.getByLabel('单位电话').fill('0571-88001234')
  await expectTypedKept(page, async () => {
    await expect(page.getByLabel('单位名称')).toHaveValue('望江船舶有限公司')
    await expect(page.getByLabel('单位电话')).toHaveValue('0571-88001234')
  })
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/^已发送至/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('短信验证码').fill(await receivedCode(page, person.phone))
  await expect(page.getByText('单位信息已更新')).toBeVisible()
  await page.getByRole('button', { name: '完成' }).click()
  await expect(page).toHaveTitle(credit.limit.title)

  await page.goto(at(profile.updateReason))
  await expect(page.getByRole('link', { name: /单位信息.*还可修改 1 次/ })).toBeVisible()
  await page.getByRole('link', { name: /居住地址/ }).click()
  await expect(page.getByRole('button', { name: '确认更新' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('详细地址').fill('江南大道 1 号')
  await expectTypedKept(page, () =>
    expect(page.getByLabel('详细地址')).toHaveValue('江南大道 1 号'),
  )
})

test('the tabs lead from one top-level page to the next, and Back returns', async () => {
  const tab = (name: string) =>
    page.getByRole('navigation', { name: '主要页面' }).getByRole('link', { name })
  await page.goto(at(credit.limit))
  await tab('账单').click()
  await expect(page).toHaveTitle(repayment.repayHome.title)
  await tab('我的').click()
  await expect(page).toHaveTitle(account.mine.title)
  await expect(tab('我的')).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page).toHaveTitle(repayment.repayHome.title)
  await tab('我的').click()

  // The notices of the changed phone and identity were sent to this customer and are not read.
  await page.getByRole('link', { name: /^消息.*条未读$/ }).click()
  await expect(page).toHaveTitle(account.messages.title)
  await expect(page.getByText('手机号已变更').first()).toBeVisible()
  await expect(page.getByText('未读').first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主要页面' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page).toHaveTitle(account.mine.title)
  await expect(page.getByRole('link', { name: '消息', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('the chosen look is there from the first paint on', async () => {
  await page.getByRole('link', { name: '设置' }).click()
  await page.getByText('深色', { exact: true }).click()
  await page.getByText('大', { exact: true }).click()
  await expectAccessible(page)
  await page.reload()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect(root).toHaveCSS('font-size', '18.4px')
  await expect(page.getByRole('radio', { name: '深色' })).toBeChecked()
  await expectAccessible(page)
  await page.getByText('跟随系统').click()
  await page.getByText('标准', { exact: true }).click()
  await expect(root).not.toHaveAttribute('data-theme')
})

test('signing out in the settings leaves nothing for the next person on the phone', async () => {
  await page.goto(at(credit.companyInfo))
  await page.getByLabel('单位名称').fill('一家未保存的公司')
  await page.goto(at(credit.limit))
  await expect(page.locator('.num-xl')).toHaveText(granted)
  await page.goto(at(account.settings))
  const before = await page.context().cookies()
  await signOut(page)
  await expectSignedOut(page)
  await page.goBack()
  await expect(page.getByLabel('手机号', { exact: true })).toBeVisible()
  await expect(page.getByText(granted)).toHaveCount(0)

  // The copied session has ended on the server, too.
  await page.context().addCookies(before)
  await page.goto('about:blank')
  await page.goto(at(profile.updateReason))
  await expect(page).toHaveTitle(profile.profileSignIn.title)

  // The next person starts at the first step and owes nothing.
  await page.goto(at(onboarding.landing))
  await expect(page).toHaveTitle(onboarding.landing.title)
  await signInByCode(page, { phone: newPhone(), button: '登录并查看额度' })
  await expect(page).toHaveTitle(identity.idCard.title)
  await page.goto(at(credit.companyInfo))
  await expect(page).toHaveTitle(identity.idCard.title)
  await page.goto(at(repayment.repayHome))
  await expect(page.getByText('您没有待还的借款')).toBeVisible()
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  const cookies = JSON.stringify(await page.context().cookies())
  for (const personal of ['一家未保存的公司', person.phone, person.name, person.idNumber]) {
    expect(decodeURIComponent(stored + cookies)).not.toContain(personal)
  }
})
