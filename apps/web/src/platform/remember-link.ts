import { dropCookie, keepChannelInfo, keepLinkPairs, readChannelInfo } from './cookies.ts'
import { linkPairs, linkQuery } from './link.ts'
import { keep } from './storage.ts'

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
