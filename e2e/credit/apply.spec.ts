import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, cards, credit, identity } from '../pages/addresses.ts'
import {
  bindCard,
  fillBasicInfo,
  fillCompanyInfo,
  personOf,
  photograph,
  proveIdentity,
  saveIdCard,
  showIdCard,
  signInAs,
  submitApplication,
} from '../people/applicant.ts'
import { endCodeWait, newPhone } from '../people/borrower.ts'
import { phone } from '../devices/phone.ts'
import { showFace, simulateFace } from '../devices/face-in-front.ts'
import { test } from '../product/product.ts'

test.use({ recognition: 'computed' })

// Sequential: each applicant needs face and card recognition, which takes a whole core.
test.describe.configure({ mode: 'default', timeout: 240_000 })

test('[1.005, 2.006, 2.038–2.040, 7.086] a borrower gets from a link to a granted limit', async ({
  page,
  browser,
}) => {
  const phoneNumber = newPhone()
  const person = await proveIdentity(page, 'new-phone', phoneNumber)

  // Opening the bank list loses nothing that was typed.
  await page.getByLabel('储蓄卡号', { exact: true }).fill('622202')
  await expect(page.getByText(/工商银行/)).toBeVisible()
  await page.getByRole('link', { name: '支持银行' }).click()
  await expect(page).toHaveTitle(cards.supportedBanks.title)
  await expect(page.getByText('招商银行')).toBeVisible()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByLabel('储蓄卡号', { exact: true })).toHaveValue('6222 02')
  await bindCard(page, person)

  // A half-filled form is restored after a reload.
  await page.getByLabel('详细地址').fill('文三路')
  await page.reload()
  await expect(page.getByLabel('详细地址')).toHaveValue('文三路')
  await fillBasicInfo(page)
  await expectKeptByEveryWay(page)
  await expectContinuedElsewhere(
    page,
    await (await browser.newContext(phone)).newPage(),
    phoneNumber,
  )
  await fillCompanyInfo(page)

  // Everything is shown masked, and can still be corrected.
  await expect(page.getByText(person.idNumber)).toHaveCount(0)
  await expect(page.getByText('13805716021')).toHaveCount(0)
  await page.getByRole('link', { name: /^修改\s*单位信息$/ }).click()
  await expect(page).toHaveTitle(credit.companyInfo.title)
  await page.getByLabel('单位地址').fill('学院路 78 号')
  await expectErrorAboveButton(page)
  await page.getByRole('button', { name: '保存，下一步' }).click()
  await expect(page).toHaveTitle(credit.confirmApplication.title)

  // Reading an agreement does not tick it.
  await page.getByRole('link', { name: /征信/ }).click()
  await expect(page.getByRole('dialog')).toContainText(person.name)
  await page.getByRole('button', { name: '已阅读，返回' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  // The location is asked for with its reason, and may be refused.
  await page.getByRole('button', { name: '允许获取位置' }).click()
  await expect(page.getByText('您拒绝了使用位置查询服务')).toBeVisible()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 30.27, longitude: 120.15 })
  await page.getByRole('button', { name: '重新获取' }).click()
  await expect(page.getByText('已获取，将随申请一起提交')).toBeVisible()
  await expectAccessible(page)
  await submitApplication(page)

  await expect(page).toHaveTitle(credit.limit.title, { timeout: 60_000 })
  await expect(page.getByRole('button', { name: '去借款' })).toBeVisible()
  await expect(page.locator('.num-xl')).toContainText(/^¥\d/)
  await expectAccessible(page)
})

/** Opens both forms by each way there is; what was typed is always shown, and one key loses nothing. */
async function expectKeptByEveryWay(page: Page): Promise<void> {
  const companyName = page.getByLabel('单位名称')
  await companyName.fill('轻云')
  await page.getByRole('button', { name: '返回' }).click()
  await expectBasicInfo(page, '603 室')
  await page.getByLabel('详细地址').fill('文三路 18 号 2 幢 603 室甲')
  await expect(page.getByText(/^已自动保存/)).toBeVisible()
  await page.goto(at(credit.companyInfo))
  await expect(companyName).toHaveValue('轻云')
  await companyName.fill('轻云科技')
  // The phone's Back leaves before the text is saved; Forward comes before the save has ended.
  await page.goBack()
  await expectBasicInfo(page, '603 室甲')
  await page.goForward()
  await expect(companyName).toHaveValue('轻云科技')
  await page.reload()
  await expect(companyName).toHaveValue('轻云科技')
  await page.goBack()
  await page.reload()
  await expectBasicInfo(page, '603 室甲')
  await page.getByRole('button', { name: '保存，下一步' }).click()
  await expect(companyName).toHaveValue('轻云科技')
}

async function expectBasicInfo(page: Page, addressEnd: string): Promise<void> {
  await expect(page).toHaveTitle(credit.basicInfo.title)
  await expect(page.getByLabel('详细地址')).toHaveValue(new RegExp(`${addressEnd}$`))
  await expect(page.getByLabel('电子邮箱')).toHaveValue('boat@example.cn')
  await expect(page.getByText('已婚', { exact: true })).toBeVisible()
  await expect(page.getByLabel('姓名')).toHaveCount(2)
  await expect(page.getByLabel('姓名').last()).toHaveValue('林静')
}

/** On a small phone, the error under the last field is scrolled above the button and has the focus. */
async function expectErrorAboveButton(page: Page): Promise<void> {
  const [last, size] = [page.getByLabel('单位电话'), page.viewportSize()]
  const right = await last.inputValue()
  await last.fill('123')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.locator('.page').evaluate((scroller) => (scroller.scrollTop = 0))
  await page.getByRole('button', { name: '保存，下一步' }).click()
  await expect(last).toBeFocused()
  const error = await page.locator('.field:has(:focus) .is-overdue').boundingBox()
  const bar = await page.locator('.bottom-bar').boundingBox()
  expect((error?.y ?? 0) + (error?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  if (size) await page.setViewportSize(size)
  await last.fill(right)
}

/** Another phone shows the text of this one, and both may type at once. */
async function expectContinuedElsewhere(page: Page, other: Page, phoneNumber: string) {
  await endCodeWait(page, phoneNumber)
  await signInAs(other, { phone: phoneNumber, opens: credit.companyInfo })
  // A code on a new phone ends the session here; this phone is known and ends none.
  await page.reload()
  await expect(page.getByText(/登录已失效，请.*重新登录/)).toBeVisible()
  await endCodeWait(page, phoneNumber)
  await signInAs(page, { phone: phoneNumber, opens: credit.companyInfo })
  await expect(other.getByLabel('单位名称')).toHaveValue('轻云科技')
  await other.getByLabel('单位地址').fill('教工路 1 号')
  await expect(other.getByText(/^已自动保存/)).toBeVisible()
  await page.getByLabel('单位电话').fill('0571-88880000')
  await expect(page.getByLabel('单位地址')).toHaveValue('教工路 1 号')
  await other.reload()
  await expect(other.getByLabel('单位电话')).toHaveValue('0571-88880000')
  await other.context().close()
}

test('a face that does not match the card is locked for the day after five attempts', async ({
  page,
}) => {
  const person = personOf('wallet-without-phone')
  await simulateFace(page, person.key)
  await signInAs(page, { phone: newPhone() })
  await showIdCard(page, person)
  await saveIdCard(page)
  for (const left of ['4 次', '3 次', '2 次', '1 次']) {
    await showFace(page, identity.faceInPage)
    await expect(page).toHaveTitle(identity.faceFailedInPage.title)
    await expect(page.getByText('与身份证照片不一致')).toBeVisible()
    await expect(page.getByText(left)).toBeVisible()
    await page.getByRole('button', { name: '重新核验' }).click()
  }
  await showFace(page, identity.faceInPage)
  await expect(page.getByText('今天的核验次数已用完')).toBeVisible()
  await expect(page.getByRole('list', { name: '其他核验方式' })).toBeVisible()
  await expect(page.getByRole('button', { name: '重新核验' })).toBeHidden()
})

test('a name that does not match the ID number is reported first', async ({ page }) => {
  const person = personOf('identity-mismatch')
  await signInAs(page, { phone: newPhone() })
  await showIdCard(page, person)
  await saveIdCard(page)
  await expect(page.getByRole('alert')).toContainText('姓名与身份证号不一致')
  await expect(page.getByLabel('姓名')).toHaveValue(person.name)
})

test('an unusable photo shows what to do', async ({ page }) => {
  await signInAs(page, { phone: newPhone() })
  await photograph(page, { key: 'new-phone', side: 'back', shown: '人像面' })
  await expect(page.getByText('这是国徽面，请拍摄人像面')).toBeVisible({ timeout: 40_000 })

  const text = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }
  await page.getByLabel('拍摄国徽面').setInputFiles(text)
  await expect(page.getByText(/这张图片打不开/)).toBeVisible()

  // The server decides the step: a later form does not open by its address.
  await page.goto(at(credit.confirmApplication))
  await expect(page).toHaveTitle(identity.idCard.title)
})
