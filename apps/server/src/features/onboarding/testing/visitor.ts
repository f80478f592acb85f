import { expect } from 'vitest'
import type { Refusal } from '@qingzhou/domain/refusal'
import { wordsFor } from '#http/refusals.ts'
import { insertCaptcha } from '#features/onboarding/captcha/captcha-store.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

export const agreed = ['register-agreement', 'privacy']

let phones = 0

/** A phone that no test has used before, and no test person has. */
export function newPhone(): string {
  phones += 1
  return `137${String(phones).padStart(8, '0')}`
}

/** A client's own address, which its device is named after. */
export function addressOf(client: Client): string {
  return String(client.common['deviceKey']).replace('device-', '').replaceAll('-', '.')
}

/** The texts of the messages the sandbox delivered to a phone, newest first. */
export async function messagesTo(
  { sandbox }: TestProduct,
  phone: string,
): Promise<readonly { readonly text: string; readonly code?: string }[]> {
  const response = await fetch(`${sandbox.url}/inbox?phone=${phone}`)
  const { messages } = (await response.json()) as { messages: { text: string; code?: string }[] }
  return messages
}

export async function latestCode(product: TestProduct, phone: string): Promise<string> {
  // A notice may come after the code.
  const latest = (await messagesTo(product, phone)).find(({ code }) => code !== undefined)
  expect(latest?.code).toMatch(/^\d{5}$/)
  return latest?.code ?? ''
}

export async function sendCodeTo(client: Client, mobile: string): Promise<void> {
  await client.api.onboarding.sendSmsCode({ dynamicType: '01', hasMobileNo: true, mobile })
}

/** Signs in as a borrower would: a code is sent, read and typed. */
export async function signInWith(
  product: TestProduct,
  client: Client,
  mobile: string,
): Promise<{ isNew: boolean }> {
  await sendCodeTo(client, mobile)
  const dynamicCode = await latestCode(product, mobile)
  const answer = await client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
  if (answer.outcome !== 'signedIn') throw new Error('a code signs in at once')
  client.token = answer.token
  return { isNew: answer.isNew }
}

/** An image code whose characters the test knows: nobody can read them out of the database. */
export async function knownCaptcha(
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
    settleMs?: number
    silent?: boolean
    cutAfter?: boolean
    decline?: boolean
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

/** A call is refused in the words of this refusal. */
export async function expectRefusal(call: Promise<unknown>, refusal: Refusal): Promise<void> {
  const { code, message } = wordsFor(refusal)
  await expect(call).rejects.toMatchObject({ answer: { code, message } })
}

/** How often each refusal was given, by its words. */
export async function wordsOf(calls: readonly Promise<unknown>[]): Promise<Map<string, number>> {
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
