import type { Browser, Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { askForCode, expectSignedIn, receivedCode, typeCode } from './borrower.ts'
import { borrow } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { phone } from '../devices/phone.ts'
import { signInWithLimit } from './with-limit.ts'

const inMessenger = { ...phone, userAgent: `${phone.userAgent} MicroMessenger/8.0.50` }

/** A page in the messaging app. */
export async function openInMessenger(browser: Browser): Promise<Page> {
  return quietPage(browser, inMessenger)
}

/** A page in the ordinary browser of a phone. */
export async function openOnPhone(browser: Browser): Promise<Page> {
  return quietPage(browser, phone)
}

async function quietPage(browser: Browser, device: typeof phone): Promise<Page> {
  const page = await (await browser.newContext(device)).newPage()
  page.setDefaultTimeout(20_000)
  // A page that still fades in has intermediate colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

/** A customer with a limit who has just drawn a loan in the messaging app. */
export async function borrowInMessenger(
  browser: Browser,
  { key, amount }: { readonly key: string; readonly amount: string },
): Promise<{ page: Page; person: TestPerson }> {
  const page = await openInMessenger(browser)
  await simulateFace(page, key)
  const person = await signInWithLimit(page, key)
  await borrow(page, { person, amount })
  return { page, person }
}

/** Signs in on the current page with the phone and a code. */
export async function signInByCode(
  page: Page,
  { phone: number, button }: { readonly phone: string; readonly button: string },
): Promise<void> {
  await askForCode(page, number)
  await typeCode(page, await receivedCode(page, number))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: button }).click()
  await expectSignedIn(page)
}
