import type { Locator, Page } from '@playwright/test'

/** What stands beside a name in a list of names and values. */
export function besides(within: Page | Locator, name: string): Locator {
  const term = within.getByRole('term').filter({ hasText: name })
  return within.locator('.pair', { has: term }).getByRole('definition').first()
}

/** The first amount in a text, as the books write it: without commas. */
export function amountIn(text: string): string {
  return /[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(',', '') ?? ''
}

/** An amount of the books as a page shows it. */
export function inYuan(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}

/** Amounts of the books added up, to the fen. */
export function addedUp(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(total).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
