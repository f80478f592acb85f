import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { routes } from '../apps/web/src/app/routes.ts'
import { seriousFindings } from './accessibility.ts'
import { agreements, at, onboarding, rateCuts, staff, waiver } from './addresses.ts'

/** With a folder named here, every screen leaves its picture there. */
const pictures = process.env['PICTURES']

/** What a link has to carry for its screen to be itself. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bankPartnerLanding: { gdCode: 'GD0001' },
  readAgreement: { eventType: '0101', code: 'credit-contract' },
  readAgreementBare: { eventType: '0101', code: 'credit-contract' },
}

const screens = Object.values(routes).flatMap((rows) =>
  Object.entries(rows).map(([name, { path, title, access }]) => {
    const address = at({ path: path.replace(':name', 'fees') }, queries[name])
    return { name, path, address, title, access }
  }),
)
const open = screens.filter(({ access }) => access === 'everyone')
const guarded = screens.filter(({ access }) => access !== 'everyone')

const looks = [
  { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { viewport: { width: 430, height: 932 }, colorScheme: 'light' },
  { viewport: { width: 430, height: 932 }, colorScheme: 'dark' },
] as const

for (const look of looks) {
  const size = `${look.viewport.width}-${look.colorScheme}`

  test.describe(`every open screen, ${size}`, () => {
    test.use(look)

    for (const { name, address, title } of open) {
      test(`${name} opens well`, async ({ page }) => {
        const complaints = listen(page)
        await page.goto(address)
        await expect(page).toHaveTitle(title)
        await expect(page.locator('h1')).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect(await sidewaysScroll(page)).toBe(0)
        expect(await seriousFindings(page)).toEqual([])
        expect(complaints).toEqual([])
        if (pictures) await page.screenshot({ path: join(pictures, `${name}-${size}.png`) })
      })
    }
  })
}

/** Parts of the app in which somebody signs in on a page of its own. */
// A table: one part, one line.
// oxfmt-ignore
const signInPages = [
  ['/wxChannel/',  onboarding.channelSignIn],
  ['/wxPayment/',  waiver.findWaiver],
  ['/cutRates/',   rateCuts.rateCutSignIn],
  ['/wxProtocol/', agreements.agreementSignIn],
  ['/staffLoan/',  staff.staffHome],
  ['/',            onboarding.register],
] as const

for (const { name, path, address } of guarded) {
  test(`${name} sends a stranger to sign in`, async ({ page }) => {
    const [, signIn] = signInPages.find(([beginning]) => path.startsWith(beginning)) ?? []
    await page.goto(address)
    await expect(page).toHaveTitle(signIn?.title ?? '')
    await expect(page).toHaveURL(new RegExp(`#${signIn?.path}`))
  })
}

/** Whatever the browser complains of while the page is open. */
function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isUnknownScheme(message.text())) {
      complaints.push(message.text())
    }
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return complaints
}

/** No mini program can open on a machine that has no messaging app. */
function isUnknownScheme(words: string): boolean {
  return words.includes('weixin-sandbox://')
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
