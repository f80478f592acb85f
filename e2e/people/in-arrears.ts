import type { Browser, Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { borrowInMessenger } from './in-messenger.ts'
import { advanceBusinessDate, setCardBehaviour } from './with-limit.ts'

export const DAYS_VALID = 3

/** A borrower with a frozen card, who is overdue long enough for a waiver. */
export async function borrowUntilWaiver(
  browser: Browser,
  key: string,
): Promise<{ page: Page; person: TestPerson }> {
  const borrowed = await borrowInMessenger(browser, { key, amount: '10000' })
  await setCardBehaviour(borrowed.page, borrowed.person, 'frozen')
  // The first instalment is due a month later, and a waiver can be offered when it is 31 days
  // overdue.
  await advanceBusinessDate(borrowed.page, 31 + 32)
  return borrowed
}

/** The command that creates the offers. */
export function offersUntil(until: string): string[] {
  return ['create', '--days-late', '31..', '--share', '50%', '--until', until]
}
