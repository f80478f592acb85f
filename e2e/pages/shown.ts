import type { Locator, Page } from '@playwright/test'

/** The value beside a name in a description list. */
export function besides(within: Page | Locator, name: string | RegExp): Locator {
  const term = within.getByRole('term').filter({ hasText: name })
  return within.locator('.pair', { has: term }).getByRole('definition').first()
}

/** The first amount in a text, as in the books: without commas. */
export function amountIn(text: string): string {
  return /[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(',', '') ?? ''
}

/** An amount of the books as shown on a page. */
export function inYuan(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}

/** The sum of amounts of the books, to the fen. */
export function sumAmounts(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(total).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
