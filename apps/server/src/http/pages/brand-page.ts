import { standardLender, type Lender } from '@qingzhou/domain/lender'
import { brandColours, type Brand } from '@qingzhou/platform/config/brand'

/** The page of the web app with a partner's names, logo and colours, before any script runs. */
export function brandPage(html: string, { lender, mark, colours }: Brand): string {
  const paths = pathsOf(mark)
  const icon =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 64 64" fill="none" stroke="#fff" stroke-width="3.6">` +
    `<rect x="-8" y="-8" width="64" height="64" rx="14" fill="${colours.light.primary}" stroke="none"/>` +
    `<g color="#fff">${paths}</g></svg>`
  return withNames(html, lender)
    .replace(/<g class="mark">.*?<\/g>/gs, () => `<g class="mark">${paths}</g>`)
    .replace(
      /(<link rel="icon" href=")[^"]*/,
      (_, start: string) => `${start}data:image/svg+xml,${encodeURIComponent(icon)}`,
    )
    .replace('</head>', (end) => `<style>${stylesOf(colours)}</style>${end}`)
}

/** What of a lender the page without script shows. */
const shownNames = [
  'product',
  'company',
  'servicePhone',
  'serviceHours',
  'complaintMail',
  'officialAccount',
] as const satisfies readonly (keyof Lender)[]

/** Longer names first: the company's name contains the product's. */
function withNames(html: string, lender: Lender): string {
  const names = shownNames
    .map((key) => [standardLender[key], lender[key]] as const)
    .toSorted(([one], [other]) => other.length - one.length)
  return names.reduce(
    (text, [standard, name]) => text.replaceAll(standard, () => escapeHtml(name)),
    html,
  )
}

function pathsOf(mark: Brand['mark']): string {
  return mark
    .map(({ d, filled }) =>
      filled ? `<path d="${d}" fill="currentColor" stroke="none"/>` : `<path d="${d}"/>`,
    )
    .join('')
}

/** The same selectors as in the tokens of the app, which these follow. */
function stylesOf({ light, dark }: Brand['colours']): string {
  const list = (colours: typeof light) =>
    brandColours.map((name) => `--color-${name}:${colours[name]}`).join(';')
  return (
    `:root,[data-theme='light']{${list(light)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme='light']){${list(dark)}}}` +
    `[data-theme='dark']{${list(dark)}}`
  )
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
