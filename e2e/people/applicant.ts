import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { newNameOf } from '@qingzhou/provider-api/test-people'
import type { IdCardIssue, TestPerson } from '@qingzhou/provider-api/test-people'
import { at, cards, credit, identity, onboarding } from '../pages/addresses.ts'
import { agree, askForCode, newPhone, receivedCode, typeCode } from './borrower.ts'
import { passFaceCheck, simulateFace } from '../devices/face-in-front.ts'

/** A test person by key, as listed on the desk. */
export function personOf(key: string): TestPerson {
  const person = testPeople.find((one) => one.key === key)
  if (!person) throw new Error(`test person ${key} does not exist`)
  return person
}

export async function signInAs(
  page: Page,
  { phone, opens = identity.idCard }: { phone: string; opens?: { readonly title: string } },
): Promise<void> {
  await page.goto(at(onboarding.landing, { uriId: 'web-home' }))
  await askForCode(page, phone)
  await typeCode(page, await receivedCode(page, phone))
  await agree(page)
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(page).toHaveTitle(opens.title)
}

/** Supplies a picture in place of the camera or the album. */
export async function photograph(
  page: Page,
  {
    key,
    issue = 'first',
    side,
    shown,
  }: { key: string; issue?: IdCardIssue; side: 'front' | 'back'; shown: '人像面' | '国徽面' },
): Promise<void> {
  const picture = await page.request.get(`/sandbox/people/${key}/${issue}/id-card-${side}.png`)
  expect(picture.ok()).toBe(true)
  const file = { name: `${side}.png`, mimeType: 'image/png', buffer: await picture.body() }
  await page.getByLabel(new RegExp(`^(拍摄|重拍)${shown}$`)).setInputFiles(file)
}

/** Supplies a picture of a person in place of a photo of a bank card. */
export async function photographCard(
  page: Page,
  { key, picture: name }: { key: string; picture: string },
): Promise<void> {
  const picture = await page.request.get(`/sandbox/people/${key}/${name}.png`)
  expect(picture.ok()).toBe(true)
  const file = { name: 'card.png', mimeType: 'image/png', buffer: await picture.body() }
  await page.getByLabel('拍照识别卡号').setInputFiles(file)
}

/** Uploads both sides of the card; the recognised fields match the card. */
export async function showIdCard(
  page: Page,
  person: TestPerson,
  issue: IdCardIssue = 'first',
): Promise<void> {
  const card = { key: person.key, issue }
  const name = issue === 'renamed' ? newNameOf(person) : person.name
  await photograph(page, { ...card, side: 'front', shown: '人像面' })
  await expect(page.getByLabel('姓名')).toHaveValue(name, READ_IN_TIME)
  await photograph(page, { ...card, side: 'back', shown: '国徽面' })
  await expect(page.getByLabel('签发机关')).not.toHaveValue('', READ_IN_TIME)
  const number = await page.getByLabel('证件号码').inputValue()
  expect(number.replaceAll(' ', '')).toBe(person.idNumber)
}

/** The first card loads the recognition models, which is slow on a busy machine. */
export const READ_IN_TIME = { timeout: 40_000 }

export async function saveIdCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: '确认无误，下一步' }).click()
}

/** The steps before the card: the ID card is read, and a face is compared with its portrait. */
export async function proveIdentity(
  page: Page,
  key: string,
  phone = newPhone(),
): Promise<TestPerson> {
  const person = personOf(key)
  await simulateFace(page, key)
  await signInAs(page, { phone })
  await showIdCard(page, person)
  await saveIdCard(page)
  await passFaceCheck(page)
  return person
}

/** Requests the bank's code and types it; the caller checks the result. */
export async function enterCard(
  page: Page,
  { phone, cardNumber }: { phone: string; cardNumber: string },
): Promise<void> {
  await page.getByLabel('储蓄卡号', { exact: true }).fill(cardNumber)
  await page.getByLabel('银行预留手机号', { exact: true }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
}

export async function confirmCard(page: Page, phone: string): Promise<void> {
  await page.getByText('已发送至').waitFor()
  await typeCode(page, await receivedCode(page, phone))
  await agree(page)
  await page.getByRole('button', { name: '确认添加这张卡' }).click()
}

export async function bindCard(page: Page, person: TestPerson): Promise<void> {
  await expect(page).toHaveTitle(cards.bindCardForCredit.title)
  await enterCard(page, { phone: person.phone, cardNumber: person.cards[0]?.number ?? '' })
  await confirmCard(page, person.phone)
  await expect(page).toHaveTitle(credit.basicInfo.title, { timeout: 30_000 })
}

export async function fillBasicInfo(page: Page): Promise<void> {
  await choose(page, '婚姻状况', '已婚')
  await choose(page, '最高学历', '大学本科')
  await pickArea(page, '居住地区')
  await page.getByLabel('详细地址').fill('文三路 18 号 2 幢 603 室')
  await page.getByLabel('电子邮箱').fill('boat@example.cn')
  const contacts = [
    { name: '陈知远', relation: '配偶', mobile: '13805716021' },
    { name: '林静', relation: '父母', mobile: '13905716021' },
  ]
  for (const [index, contact] of contacts.entries()) {
    const card = page.locator('section.card', { hasText: `紧急联系人 ${index + 1}` })
    await card.getByLabel('姓名').fill(contact.name)
    await card.getByLabel('手机号', { exact: true }).fill(contact.mobile)
    await card.getByRole('button', { name: /^与您的关系/ }).click()
    await chooseRadio(page, contact.relation)
  }
  await page.getByRole('button', { name: '保存，下一步' }).click()
  await expect(page).toHaveTitle(credit.companyInfo.title)
}

export async function fillCompanyInfo(page: Page): Promise<void> {
  await page.getByLabel('单位名称').fill('杭州轻云科技有限公司')
  await choose(page, '所属行业', '信息传输、软件和信息技术服务业')
  await choose(page, '职业', '专业技术人员')
  await choose(page, '月收入', '10,000 至 14,999 元')
  await pickArea(page, '单位地区')
  await page.getByLabel('单位地址').fill('学院路 77 号')
  await page.getByLabel('单位电话').fill('0571-88888888')
  await page.getByRole('button', { name: '保存，下一步' }).click()
  await expect(page).toHaveTitle(credit.confirmApplication.title)
}

export async function submitApplication(page: Page): Promise<void> {
  const ticks = page.getByRole('checkbox')
  await expect(ticks).toHaveCount(2)
  for (const tick of await ticks.all()) {
    await expect(tick).not.toBeChecked()
    await tick.check()
  }
  await page.getByRole('button', { name: '确认无误，提交申请' }).click()
}

async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  await chooseRadio(page, name)
}

async function chooseRadio(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function pickArea(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  for (const name of ['浙江省', '杭州市', '西湖区']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await expect(page.getByRole('dialog')).toBeHidden()
}
