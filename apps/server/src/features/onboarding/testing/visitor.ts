import { expect } from 'vitest'
import type { Refusal } from '@qingzhou/domain/refusal'
import { refusalMessage } from '#http/refusals.ts'
import { insertCaptcha } from '#features/onboarding/captcha/captcha-store.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

export const agreed = ['register-agreement', 'privacy']

let phones = 0

/** Returns a phone number that no test and no test person uses. */
export function newPhone(): string {
  phones += 1
  return `137${String(phones).padStart(8, '0')}`
}

/** The SMS texts that the sandbox delivered to a phone, newest first. */
export async function messagesTo(
  { sandbox }: TestProduct,
  phone: string,
): Promise<readonly { readonly text: string; readonly code?: string }[]> {
  const response = await fetch(`${sandbox.url}/inbox?phone=${phone}`)
  const { messages } = (await response.json()) as { messages: { text: string; code?: string }[] }
  return messages
}

export async function latestCode(product: TestProduct, phone: string): Promise<string> {
  // Another SMS may follow the one with the code.
  const latest = (await messagesTo(product, phone)).find(({ code }) => code !== undefined)
  expect(latest?.code).toMatch(/^\d{5}$/)
  return latest?.code ?? ''
}

export async function sendCodeTo(client: Client, mobile: string): Promise<void> {
  await client.api.onboarding.sendSmsCode({ dynamicType: '01', hasMobileNo: true, mobile })
}

/** Signs in by SMS code: sends a code, reads it from the sandbox and submits it. */
export async function signInWith(
  product: TestProduct,
  client: Client,
  mobile: string,
): Promise<{ isNew: boolean }> {
  await sendCodeTo(client, mobile)
  const dynamicCode = await latestCode(product, mobile)
  const answer = await client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
  if (answer.outcome !== 'signedIn')
    throw new Error(`phone ${mobile}: expected outcome signedIn, got ${answer.outcome}`)
  client.token = answer.token
  return { isNew: answer.isNew }
}

/** Creates a captcha with known text: the database stores only a hash of it. */
export async function createKnownCaptcha(
  { services }: TestProduct,
  { proofBits = 0 } = {},
): Promise<{ key: string; code: string }> {
  captchas += 1
  const captcha = { key: `captcha-of-a-test-${captchas}`, code: 'AC4W' }
  const expiresAt = new Date(services.now().getTime() + 300_000)
  await insertCaptcha(services, { ...captcha, expiresAt, proofBits })
  return captcha
}

let captchas = 0

export async function setFault(
  { sandbox }: TestProduct,
  change: {
    provider: string
    down?: boolean
    delayMs?: number
    failNext?: number
    settleMs?: number | null
    silent?: boolean
    cutAfter?: boolean
    decline?: boolean
    unsure?: boolean
    duplicate?: boolean
    reorder?: boolean
  },
): Promise<void> {
  const response = await fetch(`${sandbox.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(response.status).toBe(200)
}

/** Expects a call to fail with the code and message of this refusal. */
export async function expectRefusal(call: Promise<unknown>, refusal: Refusal): Promise<void> {
  const { code, message } = refusalMessage(refusal)
  await expect(call).rejects.toMatchObject({ answer: { code, message } })
}

/** Counts the outcomes of calls by refusal message; `ok` for success. */
export async function countMessages(
  calls: readonly Promise<unknown>[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const result of await Promise.allSettled(calls)) {
    const word = result.status === 'fulfilled' ? 'ok' : String(messageIn(result.reason))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function messageIn(reason: unknown): unknown {
  if (typeof reason !== 'object' || reason === null || !('answer' in reason)) return reason
  const { answer } = reason
  return typeof answer === 'object' && answer !== null && 'message' in answer
    ? answer.message
    : reason
}
