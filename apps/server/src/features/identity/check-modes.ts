import type { SignedInCaller } from '#platform/caller.ts'
import { channelOf } from '#features/applications/index.ts'

type Modes = {
  readonly face: 'channel' | 'page' | 'elsewhere'
  readonly albumAllowed: boolean
}

/** How a person can be checked where they are just now. */
export function checkModes(
  caller: SignedInCaller,
  { hasCamera }: { readonly hasCamera: boolean },
): Modes {
  const inPage = hasCamera ? 'page' : 'elsewhere'
  return { face: channelOf(caller) === 'payment-app' ? 'channel' : inPage, albumAllowed: true }
}
