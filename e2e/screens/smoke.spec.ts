import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { WIDE_FAMILY } from '@qingzhou/tools/product/fonts.ts'
import { routes } from '@qingzhou/web/src/app/routes.ts'
import {
  agreements,
  at,
  limitCancellation,
  onboarding,
  profile,
  rateCuts,
  restructure,
  settlement,
  staff,
  waiver,
} from '../pages/addresses.ts'
import { expectScreenOpens, watch } from '../pages/opens-well.ts'
import { test } from '../product/product.ts'
import { publicLinks } from '../pages/rows.ts'

/** If set, every screen saves its picture in this folder. */
const pictures = process.env['PICTURES']

const screens = Object.values(routes).flatMap((rows) =>
  Object.entries(rows).map(([name, { path, title, access }]) => {
    return { name, path: path.replace(':name', 'fees'), title, access }
  }),
)
const open = screens.filter(({ access }) => access === 'everyone')
const guarded = screens.filter(({ access }) => access !== 'everyone')

/** From the narrowest phone on sale to the widest. */
const widths = [320, 360, 430]

const looks = ['light', 'dark'] as const

for (const colorScheme of looks) {
  test(`every public screen fits every phone, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(600_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const watched = watch(page)
    for (const screen of open) {
      await expectScreenOpens(watched, screen, publicLinks[screen.name])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        expect.soft(await sidewaysScroll(page), `${screen.name} at ${width}`).toBe(0)
        await takePicture(page, `${screen.name}-${width}-${colorScheme}`)
      }
    }
  })
}

if (process.platform === 'linux') {
  test('text is drawn with the fonts of the repository’s packages alone', async ({ page }) => {
    await page.goto(at(onboarding.landing))
    await expect(page.locator('.code-picture img')).toBeVisible()
    const fonts = await fontsOf(page)
    expect(fonts).toContain('Noto Sans SC')
    expect(
      fonts.filter((font) => !packagedFonts.some((family) => font.startsWith(family))),
    ).toEqual([])
  })
}

const packagedFonts = ['Noto Sans SC', WIDE_FAMILY]

/** The fonts that the visible text of a page is drawn with. */
async function fontsOf(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const { nodeIds } = await browser.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'body *',
  })
  const found = await Promise.all(
    nodeIds.map((nodeId) => browser.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  return found.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName))
}

/** Parts of the app with their own sign-in page. */
// A table: one part, one line.
// oxfmt-ignore
const signInPages = [
  ['/wxChannel/',    onboarding.channelSignIn],
  ['/wxPayment/',    waiver.findWaiver],
  ['/cutRates/',     rateCuts.rateCutSignIn],
  ['/wxProtocol/',   agreements.agreementSignIn],
  ['/personalize/',  restructure.restructureSignIn],
  ['/settlement/',   settlement.settlementSignIn],
  ['/wxUpdateInfo/', profile.profileSignIn],
  ['/cancellimit/',  limitCancellation.cancelSignIn],
  ['/staffLoan/',    staff.staffHome],
  ['/apply/',        onboarding.register],
  ['/repay/',        onboarding.repayLanding],
  ['/smsVerify2',    onboarding.repayLanding],
  ['/',              onboarding.landing],
] as const

test('[2.102, 2.105, 2.154, 2.161, 2.166, 6.003] every guarded screen redirects a signed-out visitor to sign in', async ({
  page,
}) => {
  test.setTimeout(600_000)
  for (const { name, path } of guarded) {
    const [, signIn] = signInPages.find(([beginning]) => path.startsWith(beginning)) ?? []
    await test.step(name, async () => {
      // Reload, as from a link: the app remembers the page of entry. A query of its own makes
      // the browser load the document in the same process; each visit to about:blank would start another one.
      await page.goto(at({ path }).replace('/#', `/?screen=${name}#`))
      await expect.soft(page, name).toHaveURL(new RegExp(`#${signIn?.path}`))
      await expect.soft(page, name).toHaveTitle(signIn?.title ?? '')
    })
  }
})

async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) })
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
