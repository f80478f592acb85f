import {
  dropCookie,
  keepChannelInfo,
  keepLinkPairs,
  readChannelInfo,
} from '#platform/browser/cookies.ts'
import { keep } from '#platform/browser/storage.ts'

/**
 * What a link carried. Its pairs may stand before the `#` or after it; a pair after the `#` is
 * nearer to the screen and wins. The first of two equal names wins.
 */
export function linkQuery(): Readonly<Record<string, string>> {
  // Without a prototype: a link may name a pair `__proto__`.
  const pairs: Record<string, string> = Object.create(null)
  for (const [name, value] of linkPairs()) {
    if (!(name in pairs)) pairs[name] = value
  }
  return pairs
}

/** What says who a link was sent to. It is used by the sign-in alone, and leaves the address at once. */
const PERSONAL = ['token', 'mobile'] as const

type PersonalPairs = { readonly [Name in (typeof PERSONAL)[number]]: string | undefined }

/** Every pair but the personal ones. */
export function linkPairs(): [string, string][] {
  const { afterHash, beforeHash } = partsOf(window.location)
  const personal: readonly string[] = PERSONAL
  return [...afterHash, ...beforeHash].filter(([name]) => !personal.includes(name))
}

/**
 * Takes token and phone out of the address at once, so that they stay neither in the history nor in a
 * Referer, and answers with them.
 */
export function takePersonalPairs(): PersonalPairs {
  const { path, hashPath, beforeHash, afterHash } = partsOf(window.location)
  const valueOf = (name: string) =>
    (afterHash.get(name) ?? beforeHash.get(name) ?? undefined) || undefined
  const taken = { token: valueOf('token'), mobile: valueOf('mobile') }
  if (!PERSONAL.some((name) => afterHash.has(name) || beforeHash.has(name))) return taken

  for (const name of PERSONAL) for (const pairs of [beforeHash, afterHash]) pairs.delete(name)
  const hash = hashPath === '' ? '' : `#${hashPath}${asQuery(afterHash)}`
  window.history.replaceState(window.history.state, '', `${path}${asQuery(beforeHash)}${hash}`)
  return taken
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

/** Keeps what a link says of where it came from: every pair as a cookie, and the known ones apart. */
export function rememberLink(): void {
  keepLinkPairs(linkPairs())
  const { extendChannelCode, uriId, prodSubNo, flowBranch } = linkQuery()

  if (extendChannelCode !== undefined || uriId !== undefined) {
    const channel = { ...(extendChannelCode !== undefined && { channel: extendChannelCode }) }
    keepChannelInfo({ ...readChannelInfo(), ...channel, ...(uriId !== undefined && { uriId }) })
  }
  if (prodSubNo !== undefined && products.includes(prodSubNo)) keep('prodSubNo', prodSubNo)
  if (flowBranch !== undefined && /^\d$/.test(flowBranch)) keep('flowBranch', flowBranch)
}

/**
 * A link that was refused is forgotten, also where it stands before the `#`: else every later
 * call would name it again, and be refused like the first.
 */
export function forgetLink(): void {
  dropCookie('channelInfo')
  const { pathname, hash } = window.location
  window.history.replaceState(window.history.state, '', pathname + hash)
}
