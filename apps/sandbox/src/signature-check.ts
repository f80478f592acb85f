import { SIGNATURE_WINDOW_MS, isSignedBy } from '@qingzhou/provider-api/signature'
import type { Signed } from '@qingzhou/provider-api/signature'

const NONCE = /^[\w-]{16,64}$/

type SignatureFlaw = 'bad-signature' | 'old' | 'replayed'

/** Says what is wrong with a signed message, or nothing when it is genuine, fresh and new. */
export type SignatureCheck = (signed: Signed, signature: string) => SignatureFlaw | undefined

export function createSignatureCheck(secret: string, now: () => number): SignatureCheck {
  const seenUntil = new Map<string, number>()

  return (signed, signature) => {
    if (!isSignedBy(secret, signed, signature) || !NONCE.test(signed.nonce)) return 'bad-signature'
    const age = Math.abs(now() - Number(signed.timestamp))
    // Written this way round, so that a timestamp which is no number counts as old.
    if (!(age <= SIGNATURE_WINDOW_MS)) return 'old'

    forgetPassed(seenUntil, now())
    if (seenUntil.has(signed.nonce)) return 'replayed'
    // A message from a fast clock stays fresh for up to two windows.
    seenUntil.set(signed.nonce, now() + 2 * SIGNATURE_WINDOW_MS)
    return undefined
  }
}

/** Nonces are kept in the order they came, so the first one still valid ends the search. */
function forgetPassed(seenUntil: Map<string, number>, instant: number): void {
  for (const [nonce, until] of seenUntil) {
    if (until > instant) return
    seenUntil.delete(nonce)
  }
}
