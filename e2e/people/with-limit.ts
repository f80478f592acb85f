import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { credit } from '../pages/addresses.ts'
import { personOf } from './applicant.ts'
import { signInLink } from './borrower.ts'

const own = { 'x-requested-with': 'XMLHttpRequest' }

/** Completes an application until the limit is granted; does not sign the customer in. */
export async function grantLimit(page: Page, { phone }: TestPerson): Promise<void> {
  await expect(async () => {
    const answer = await page.request.post('/desk/api/prepare', { data: { phone }, headers: own })
    expect(await answer.json()).toMatchObject({ step: 'limit' })
  }).toPass({ timeout: 120_000, intervals: [1_000] })
}

/** Completes an application up to a step; does not sign the customer in. */
export async function prepare(page: Page, { phone }: TestPerson, until: string): Promise<void> {
  await expect(async () => {
    const data = { phone, until }
    const answer = await page.request.post('/desk/api/prepare', { data, headers: own })
    expect(await answer.json()).toMatchObject({ step: until })
  }).toPass({ timeout: 60_000, intervals: [500] })
}

/** While the bureau does not answer, applications stay under review. */
export async function setBureau(page: Page, fault: { readonly down: boolean }): Promise<void> {
  const data = { provider: 'bureau', ...fault }
  expect((await page.request.post('/sandbox/faults', { data })).ok()).toBe(true)
}

/** A customer with a granted limit, signed in by a link. */
export async function signInWithLimit(page: Page, key: string): Promise<TestPerson> {
  const person = personOf(key)
  await grantLimit(page, person)
  const { url } = await signInLink(page, { phone: person.phone, path: '/landChannel' })
  await page.goto(url)
  await expect(page).toHaveTitle(credit.limit.title)
  return person
}

/** Sets how the bank treats a card from now on. */
export async function setCardBehaviour(
  page: Page,
  { cards: [card] }: TestPerson,
  conduct: 'well' | 'slow' | 'frozen',
): Promise<void> {
  const data = { cardNumber: card?.number, conduct }
  expect((await page.request.post('/sandbox/bank/conduct', { data })).ok()).toBe(true)
}

type TransferRow = {
  readonly orderNo: string
  readonly kind: string
  readonly state: string
  readonly amountFen: string
}

/** The transfers that the bank executed to or from a customer's first card, newest first. */
export async function listBankTransfers(
  page: Page,
  { cards: [card] }: TestPerson,
): Promise<TransferRow[]> {
  const answer = await page.request.get('/sandbox/bank/transfers')
  // The shape is defined by the sandbox's routes.
  const { transfers } = (await answer.json()) as {
    transfers: (TransferRow & { cardNumber: string })[]
  }
  return transfers.filter(({ cardNumber }) => cardNumber === card?.number)
}

export async function setBankFault(
  page: Page,
  fault: {
    readonly cutAfter?: boolean
    readonly decline?: boolean
    readonly settleMs?: number | null
  },
): Promise<void> {
  const data = { provider: 'bank', ...fault }
  expect((await page.request.post('/sandbox/faults', { data })).ok()).toBe(true)
}

/**
 * Advances the business date day by day, with every end of day. The desk stops at a day whose
 * debits are not final yet, as on a busy machine; then the remaining days are requested again.
 */
export async function advanceBusinessDate(page: Page, days: number): Promise<void> {
  const began = await businessDay(page)
  for (let passed = 0, tries = 0; passed < days; tries += 1) {
    const data = { days: Math.min(10, days - passed) }
    const answer = await page.request.post('/desk/api/business-date', {
      data,
      headers: own,
      timeout: 180_000,
    })
    const { failures } = (await answer.json()) as { failures?: number }
    expect([failures, tries < 20]).toEqual([answer.ok() ? 0 : undefined, true])
    passed = (await businessDay(page)) - began
  }
}

/** The business date, counted in days. */
async function businessDay(page: Page): Promise<number> {
  const answer = await page.request.get('/desk/api/business-date')
  const { businessDate } = (await answer.json()) as { businessDate: string }
  return Date.parse(businessDate) / 86_400_000
}

/**
 * Waits until the past ends of day are complete for a customer: no debit is due, and the bank has
 * responded.
 */
export async function waitForEndOfDay(page: Page, person: TestPerson): Promise<void> {
  await expect(async () => {
    for (const _ of ['now', 'and still']) {
      const figures = await (await page.request.get('/metrics')).text()
      const due = [...figures.matchAll(DEBITS_DUE)]
      expect(due.map(([, count]) => Number(count)).filter((count) => count > 0)).toEqual([])
      const moved = await listBankTransfers(page, person)
      expect(moved.filter(({ state }) => state === 'processing')).toEqual([])
      await page.waitForTimeout(1_000)
    }
  }).toPass({ timeout: 90_000 })
}

const DEBITS_DUE = /^qingzhou_tasks\{kind="(?:collect|debit-day|debit-loan)",state="due"\} (\d+)$/gm

/** The books' date. */
export async function businessDate(page: Page): Promise<string> {
  const answer = await page.request.get('/desk/api/business-date')
  // The shape is defined by the desk's routes.
  return ((await answer.json()) as { businessDate: string }).businessDate
}

/** The number of days between two dates. */
export function daysUntil(date: string, { from }: { readonly from: string }): number {
  return (Date.parse(date) - Date.parse(from)) / DAY_MS
}

/** The date some days after another. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000

type Books = {
  readonly customerNo: string
  readonly loans: readonly {
    readonly loanNo: string
    readonly amount: string
    readonly months: number
    readonly owed: string
    readonly isSettled: boolean
  }[]
  /** Only the newest. */
  readonly entries: readonly {
    readonly loanNo: string
    readonly event: string
    readonly debit: string
    readonly credit: string
    readonly amount: string
  }[]
}

/** The lender's books of a customer. */
export async function readBooks(page: Page, { phone }: TestPerson): Promise<Books> {
  const answer = await page.request.get('/desk/api/ledger', { params: { phone } })
  // The shape is defined by the desk's routes.
  return (await answer.json()) as Books
}
