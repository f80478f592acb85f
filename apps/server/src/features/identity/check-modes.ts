import { product } from '@qingzhou/domain/product'
import type { SignedInCaller } from '#platform/caller.ts'
import { channelOf } from '#features/applications/index.ts'

type Modes = {
  readonly face: 'channel' | 'page' | 'elsewhere'
  readonly albumAllowed: boolean
}

/** The identity check modes available to the caller. */
export function checkModes(
  caller: SignedInCaller,
  { hasCamera }: { readonly hasCamera: boolean },
): Modes {
  const { albumAllowed } = product.identity
  const inPage = hasCamera ? 'page' : 'elsewhere'
  return { face: channelOf(caller) === 'payment-app' ? 'channel' : inPage, albumAllowed }
}
