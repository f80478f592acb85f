import {
  deleteCookie,
  storeChannelInfo,
  storeLinkPairs,
  readChannelInfo,
  readCookie,
} from '#platform/browser/cookies.ts'
import { store } from '#platform/browser/storage.ts'

/**
 * The query pairs of a link. They may be before or after the `#`; a pair after the `#` takes
 * precedence. The first of two equal names wins.
 */
export function linkQuery(): Readonly<Record<string, string>> {
  // No prototype: a link may contain a pair named `__proto__`.
  const pairs: Record<string, string> = Object.create(null)
  for (const [name, value] of linkPairs()) {
    if (!(name in pairs)) pairs[name] = value
  }
  return pairs
}

/**
 * The personal parts of a link. Only the sign-in uses them; they are removed from the address at
 * once.
 */
const PERSONAL = ['token', 'sessionId', 'mobile'] as const

type PersonalPairs = { readonly [Name in (typeof PERSONAL)[number]]: string | undefined }

/** All pairs except the personal ones. */
export function linkPairs(): [string, string][] {
  const { afterHash, beforeHash } = partsOf(window.location)
  const personal: readonly string[] = PERSONAL
  return [...afterHash, ...beforeHash].filter(([name]) => !personal.includes(name))
}

/**
 * Removes token, session and phone from the address, so that they stay neither in the history nor
 * in a Referer, and returns them.
 */
export function takePersonalPairs(): PersonalPairs {
  const { beforeHash, afterHash } = partsOf(window.location)
  const valueOf = (name: string) =>
    (afterHash.get(name) ?? beforeHash.get(name) ?? undefined) || undefined
  const taken = {
    token: valueOf('token'),
    sessionId: valueOf('sessionId'),
    mobile: valueOf('mobile'),
  }
  removeFromAddress(PERSONAL)
  return taken
}

/** Removes pairs from the address without a navigation. */
export function removeFromAddress(names: readonly string[]): void {
  const { path, hashPath, beforeHash, afterHash } = partsOf(window.location)
  if (!names.some((name) => afterHash.has(name) || beforeHash.has(name))) return

  for (const name of names) for (const pairs of [beforeHash, afterHash]) pairs.delete(name)
  const hash = hashPath === '' ? '' : `#${hashPath}${asQuery(afterHash)}`
  window.history.replaceState(window.history.state, '', `${path}${asQuery(beforeHash)}${hash}`)
}

function partsOf({ pathname, search, hash }: Location) {
  const [hashPath = '', ...query] = hash.slice(1).split('?')
  return {
    path: pathname,
    hashPath,
    beforeHash: new URLSearchParams(search),
    afterHash: new URLSearchParams(query.join('?')),
  }
}

function asQuery(pairs: URLSearchParams): string {
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

const products: readonly string[] = ['103001', '101001', '900001']

/** Stores the origin of a link: every pair as a cookie, known pairs separately. */
export function rememberLink(): void {
  storeLinkPairs(linkPairs())
  const { extendChannelCode, uriId, prodSubNo, flowBranch } = linkQuery()

  if (extendChannelCode !== undefined || uriId !== undefined) {
    const channel = { ...(extendChannelCode !== undefined && { channel: extendChannelCode }) }
    storeChannelInfo({ ...readChannelInfo(), ...channel, ...(uriId !== undefined && { uriId }) })
  }
  if (prodSubNo !== undefined && products.includes(prodSubNo)) store('prodSubNo', prodSubNo)
  if (flowBranch !== undefined && /^\d$/.test(flowBranch)) store('flowBranch', flowBranch)
  showTopBar(readCookie('top') !== '0')
}

/** An embedding app that shows its own title bar opens ours with `top=0`, which hides our bar. */
function showTopBar(isShown: boolean): void {
  if (isShown) delete document.documentElement.dataset['top']
  else document.documentElement.dataset['top'] = 'hidden'
}

/**
 * Forgets a refused link, including pairs before the `#`; otherwise every later call would send it
 * again and be refused.
 */
export function forgetLink(): void {
  deleteCookie('channelInfo')
  const { pathname, hash } = window.location
  window.history.replaceState(window.history.state, '', pathname + hash)
}
