import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { fen } from '@qingzhou/domain/money/money'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { customerNo } from '@qingzhou/platform/ids'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { connect } from '#bench/lending-end-of-day.ts'

export const phoneNumber = testPeople.find(({ key }) => key === 'password')?.phone ?? ''

const TRIES_MAX = 120

/** Gives the test person a limit, as an application would, and two loans. */
export async function giveLimitAndLoans(address: string, url: string): Promise<void> {
  const prepared = async () =>
    (await post(address, '/desk/api/prepare', { phone: phoneNumber }))['step'] === 'limit'
  for (let tries = 0; !(await prepared()); tries += 1) {
    if (tries === TRIES_MAX) throw new Error('the test person has no limit')
    await sleep(1_000)
  }
  const database = connect(url, 1)
  const [limit] = await database.query<{ customer_no: string }>('SELECT customer_no FROM limits')
  const customer = customerNo(limit?.customer_no ?? '')
  for (const amount of [5_000_00n, 3_000_00n]) {
    await drawLoan(
      { database, now: () => new Date(), serviceFees: [] },
      { customer, requestNo: `loan-of-a-bench-${amount}`, actor: 'system' },
      { amount: fen(amount), months: 12, method: 'equal-instalments', purpose: 'daily' },
    )
  }
  await database.close()
}

/** Lets the phone number request its next code at once. */
export async function endCodeWait(page: Page): Promise<void> {
  await post(originOf(page), '/desk/api/ended-code-waits', { phone: phoneNumber })
  await page.evaluate(() => {
    const waits = Object.keys(localStorage).filter((name) => name.startsWith('draft:sms-code-'))
    for (const name of waits) localStorage.removeItem(name)
  })
}

/** What the image code of the page says; only the desk of the sandbox tells. */
export async function imageCode(page: Page): Promise<string> {
  const picture = page.locator('.code-picture img')
  await picture.waitFor()
  const address = (await picture.getAttribute('src')) ?? ''
  const sent = { picture: createHash('sha256').update(address).digest('hex') }
  return String((await post(originOf(page), '/desk/api/image-code', sent))['code'])
}

/** The newest code that the phone has received. */
export async function receivedCode(page: Page): Promise<string> {
  const inbox = new URL(`/sandbox/inbox?phone=${phoneNumber}&limit=5`, originOf(page))
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    // The shape is defined by the sandbox's routes.
    const { messages } = (await (await fetch(inbox)).json()) as { messages: { code?: string }[] }
    const code = messages.find((message) => message.code !== undefined)?.code
    if (code !== undefined) return code
    await sleep(100)
  }
  throw new Error('no code was received')
}

/** A link that signs the test person in. */
export async function signInLink(address: string): Promise<string> {
  const wanted = { phone: phoneNumber, path: '/landChannel' }
  return String((await post(address, '/desk/api/sign-in-links', wanted))['url'])
}

function originOf(page: Page): string {
  return new URL(page.url()).origin
}

async function post(
  address: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(new URL(path, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify(fields),
  })
  // The shape is defined by the desk's routes.
  return (await answer.json()) as Readonly<Record<string, unknown>>
}
