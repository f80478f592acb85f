import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { signInLink } from '../people/borrower.ts'
import { openOnPhone } from '../people/in-messenger.ts'

/**
 * Leaves the form that is open by ‹ and by the phone's Back, comes back by Forward, and reloads it: what
 * was typed is there each time.
 */
export async function expectTypedKept(page: Page, expectShown: () => Promise<void>): Promise<void> {
  const address = page.url()
  await expectShown()
  for (const leave of [
    () => page.getByRole('button', { name: '返回' }).click(),
    () => page.goBack(),
  ]) {
    await leave()
    await expect(page).not.toHaveURL(address)
    await page.goForward()
    await expect(page).toHaveURL(address)
    await expectShown()
  }
  await page.reload()
  await expectShown()
}

/** The same customer at the same address on another phone. */
export async function openOnSecondPhone(
  browser: Browser,
  { phone }: { readonly phone: string },
  { path, title }: { readonly path: string; readonly title: string },
): Promise<Page> {
  const page = await openOnPhone(browser)
  const { url } = await signInLink(page, { phone, path })
  await page.goto(url)
  await expect(page).toHaveTitle(title)
  return page
}
