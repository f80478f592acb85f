/** One-time things that are nobody's business once somebody looks over a shoulder. */
const SECRETS = /([?&](?:token|code|state)=)[^&#]+/g

/** Where the phone is, within this house. */
export function shownAddress(href: string): string {
  if (!URL.canParse(href)) return ''
  const { pathname, search, hash } = new URL(href)
  return `${pathname}${search}${hash}`.replace(SECRETS, '$1…')
}

/** The app's own page, when it is the app that is shown: the line is short, and the rest is rarely read. */
export function shortAddress(address: string): string {
  return address.replace(/^\/(\?[^#]*)?(?=#)/, '')
}

/** What somebody typed, as an address of this house; nothing else may be opened in the phone. */
export function typedAddress(text: string, origin: string): string | undefined {
  const wanted = text.trim()
  if (wanted.startsWith('#')) return `/${wanted}`
  if (!URL.canParse(wanted, origin)) return undefined

  const url = new URL(wanted, origin)
  if (url.origin !== origin) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
