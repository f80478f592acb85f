import { expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import { readImageCode } from '../pages/read-image-code.ts'

const PICTURES_MAX = 6

/** An unused phone number. */
export function newPhone(): string {
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0')
  return `136${digits}`
}

/** Sends a code to the phone; retries if the image code was misread. */
export async function askForCode(page: Page | FrameLocator, phone: string): Promise<void> {
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  for (let picture = 1; picture <= PICTURES_MAX; picture += 1) {
    const image = page.locator('.code-picture img')
    await image.waitFor()
    await page.getByLabel('图形验证码', { exact: true }).fill(await readImageCode(image))
    // The phone may have received another code within the last minute.
    const ask = page.getByRole('button', { name: /^(获取验证码|重新获取)$/ })
    await ask.click({ timeout: 70_000 })
    const sent = page.getByText('已发送至')
    const misread = page.getByText('图形验证码不正确')
    const tooSoon = page.getByText(/秒后可重发/)
    await sent.or(misread).or(tooSoon).first().waitFor()
    if (await sent.isVisible()) return
  }
  throw new Error('no image code could be read')
}

/** The newest code sent to the phone. */
export async function receivedCode(page: Page, phone: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const answer = await page.request.get('/sandbox/inbox', { params: { phone, limit: 5 } })
    const { messages } = (await answer.json()) as { messages: { code?: string }[] }
    // Another message may have arrived after the code.
    code = messages.find((message) => message.code !== undefined)?.code
    expect(code).toMatch(/^\d{5}$/)
  }).toPass()
  return code ?? ''
}

/** A form with nothing left to fill in is submitted with the last digit. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('短信验证码').fill(code)
}

/**
 * Confirms a step whose page requests the code by itself, once a minute for each purpose. The last
 * digit submits the form.
 */
export async function confirmByCode(page: Page, { phone }: { phone: string }): Promise<void> {
  await expect(page.getByText('已发送至')).toBeVisible({ timeout: 90_000 })
  await typeCode(page, await receivedCode(page, phone))
  await endCodeWait(page, phone)
}

/** Requests the code of a signature and types it. */
export async function signByCode(page: Page, { phone }: { phone: string }): Promise<void> {
  await page.getByRole('button', { name: /^(获取验证码|重新获取)$/ }).click()
  await expect(page.getByText('已发送至')).toBeVisible()
  await typeCode(page, await receivedCode(page, phone))
  await endCodeWait(page, phone)
}

/** Lets a phone request its next code at once: the server and the open app stop counting. */
export async function endCodeWait(page: Page, phone: string): Promise<void> {
  const answer = await page.request.post('/desk/api/ended-code-waits', {
    data: { phone },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(answer.ok()).toBe(true)
  await page.evaluate(() => {
    const waits = Object.keys(localStorage).filter((name) => name.startsWith('draft:sms-code-'))
    for (const name of waits) localStorage.removeItem(name)
  })
}

export async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
}

/** Signs out with the button of the open page and confirms. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录', exact: true }).click()
  await page.getByRole('button', { name: '确认退出登录' }).click()
  await expect(page).toHaveURL(/#\/landChannel$/)
  await expect(page.getByLabel('手机号', { exact: true })).toBeVisible()
}

/** The server signed the borrower in: a session exists, and the sign-in page is left. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(async () => {
    expect(await sessionToken(page)).not.toBe('')
  }).toPass()
  await expect(page.getByLabel('短信验证码')).toBeHidden()
}

export async function expectSignedOut(page: Page): Promise<void> {
  expect(await sessionToken(page)).toBe('')
}

async function sessionToken(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'token')?.value ?? ''
}

type SignInLink = { readonly url: string; readonly linkToken: string }

/** A partner's sign-in link for a test person. */
export async function signInLink(
  page: Page,
  wanted: { readonly phone: string; readonly path: string },
): Promise<SignInLink> {
  const answer = await page.request.post('/desk/api/sign-in-links', {
    data: wanted,
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(answer.ok()).toBe(true)
  // The shape is defined by the desk; the tests that open the link check it.
  return (await answer.json()) as SignInLink
}

export async function letExpire(page: Page, { linkToken }: SignInLink): Promise<void> {
  const answer = await page.request.post('/desk/api/expired-links', {
    data: { linkToken },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(answer.ok()).toBe(true)
}
