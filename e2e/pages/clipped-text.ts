import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { WIDE_FAMILY } from '@qingzhou/tools/product/fonts.ts'

/** From the narrowest phone on sale to the widest. */
const widths = [320, 360, 430]
const textSizes = ['100%', '200%']

/** A text size, and a font for letters and digits; empty for the fonts of the style sheet. */
type Look = { readonly size: string; readonly letters: string }

/** The narrowest phone with the largest text is checked with wide letters as well. */
const looks: readonly (Look & { readonly width: number })[] = [
  ...textSizes.flatMap((size) => widths.map((width) => ({ width, size, letters: '' }))),
  { width: 320, size: '200%', letters: WIDE_FAMILY },
]
const HEIGHT = 740
/** A phone on its side: a field and its label are visible between the bars. */
const SIDE = { width: 740, height: 360 }
const SIDE_ROOM_MIN = 120

const checked = new Set<string>()

/**
 * Checks that no text of the open screen is cut off, at every width and with large text, and that a phone
 * on its side leaves room for the content. The page is resized, not opened again; a screen with the same
 * text as before is not checked again. Dark has the same layout as light.
 */
export async function expectNothingClipped(page: Page, name: string): Promise<void> {
  const content = await page.evaluate(() => location.hash.split('?')[0] + document.body.innerText)
  if (checked.has(content)) return
  checked.add(content)
  const before = page.viewportSize()
  const found: string[] = []
  for (const { width, ...look } of looks) {
    await page.setViewportSize({ width, height: HEIGHT })
    const clipped = await clippedTexts(page, look)
    found.push(...clipped.map((text) => `${width} px, ${look.size} ${look.letters}: ${text}`))
  }
  await page.setViewportSize(SIDE)
  const room = await roomFor(page)
  if (room < SIDE_ROOM_MIN) found.push(`on its side: ${room} px for the content`)
  if (before) await page.setViewportSize(before)
  expect.soft(found, name).toEqual([])
}

/** The height of the scrolling part, at the usual text size again. */
async function roomFor(page: Page): Promise<number> {
  return page.evaluate(() => {
    document.documentElement.removeAttribute('style')
    const part = [...document.querySelectorAll('main')].find((main) => main.offsetParent !== null)
    return part?.clientHeight ?? Infinity
  })
}

async function clippedTexts(page: Page, look: Look): Promise<string[]> {
  /* oxlint-disable unicorn/consistent-function-scoping -- It runs in the page. */
  return page.evaluate(async ({ size, letters }) => {
    const { style } = document.documentElement
    style.fontSize = size
    style.setProperty('--font-sans', letters && `'${letters}', sans-serif`)
    // A table notices in the next frame that it is too wide.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    /** Rounding of fractions of a pixel. */
    const TOLERANCE = 1.5
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim()) continue
      if (parent.closest('.visually-hidden, [aria-hidden="true"], script, style, noscript'))
        continue
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (isShortened(parent)) continue
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        const by = rect.width > 0 && rect.height > 0 ? cutBy(rect, parent) : undefined
        if (by) found.add(`“${node.textContent.trim().slice(0, 30)}” is cut by ${by}`)
      }
    }
    for (const input of document.querySelectorAll('input')) {
      if (size !== '100%' || input.placeholder === '' || !input.checkVisibility()) continue
      const style = getComputedStyle(input)
      const context = document.createElement('canvas').getContext('2d')
      if (!context) continue
      context.font = getComputedStyle(input, '::placeholder').font
      const room =
        input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      const { width } = context.measureText(input.placeholder)
      if (width > room + TOLERANCE) found.add(`placeholder “${input.placeholder}” is cut`)
    }
    return [...found]

    /** The beginning of a name whose end is a text of its own: an ellipsis says so, and the title has the whole. */
    function isShortened(element: Element): boolean {
      const whole = element.parentElement
      const isWhole = whole?.title === whole?.textContent && whole?.lastElementChild !== element
      return isWhole && getComputedStyle(element).textOverflow === 'ellipsis'
    }

    /** The nearest element that hides a part of a text, unless the part can be scrolled into view. */
    function cutBy(rect: DOMRect, start: Element): string | undefined {
      let [scrollsX, scrollsY] = [false, false]
      for (let at: Element | null = start; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at)
        const box = at.getBoundingClientRect()
        const isOutX = rect.left < box.left - TOLERANCE || rect.right > box.right + TOLERANCE
        const isOutY = rect.top < box.top - TOLERANCE || rect.bottom > box.bottom + TOLERANCE
        const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        if (!scrollsX && hides(overflowX) && isOutX) return nameOf(at)
        if (!scrollsY && hides(overflowY) && isOutY) return nameOf(at)
        // A tab at the edge shows that there are more; anything else is cut in two.
        const isAtEdge = isOutX && rect.right > box.left && rect.left < box.right
        const isTabs = at.getAttribute('role') === 'tablist'
        if (!scrollsX && scrolls(overflowX) && isAtEdge && !isTabs) return nameOf(at)
        scrollsX ||= scrolls(overflowX)
        scrollsY ||= scrolls(overflowY)
        if (position === 'fixed') break
      }
      const isOut = rect.left < -TOLERANCE || rect.right > innerWidth + TOLERANCE
      return !scrollsX && isOut ? 'the window' : undefined
    }

    function nameOf(element: Element): string {
      return `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`
    }
  }, look)
  /* oxlint-enable unicorn/consistent-function-scoping */
}
