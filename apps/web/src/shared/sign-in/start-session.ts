import { useEffect, useState } from 'react'
import { draftOf } from '#platform/browser/storage.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { rememberUser } from '#platform/session/remember-user.ts'
import { storeToken, isSignedIn } from '#platform/session/session.ts'
import { isSilentSignInPossible, silentSignIn } from '#platform/session/silent-sign-in.ts'
import { saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { onboarding } from './onboarding-calls.ts'

/** Stores the session and its user, and reports the phone to the server. */
export function startSession({ token }: { readonly token: string }, phone?: string) {
  storeToken(token)
  saveDraft(SIGNED_IN, { phone })
  void rememberUser()
  void reportTerminal()
}

const SIGNED_IN = 'signed-in'

/**
 * Why the form is shown after a session that ended without a sign-out, which removes all of this. The phone is
 * there if it was typed here; that of a session by a link or an app is only named, masked.
 */
export function endedSession() {
  const { phone } = storedDraft(SIGNED_IN)
  const masked = draftOf('user')
  if (!masked || isSignedIn()) return undefined
  const why = `登录已失效，请用 ${masked} 重新登录`
  return typeof phone === 'string' ? { phone, why } : { why }
}

/** Reports the phone, and its position if permitted, in the background. */
async function reportTerminal(): Promise<void> {
  try {
    const { describeTerminal } = await import('./terminal.ts')
    await onboarding.saveTerminal(await describeTerminal(), { leaveOutcome: true })
  } catch {
    // Nothing depends on it.
  }
}

/**
 * Signs in by the link or an earlier session.
 *
 * Returns true while checking; afterwards a user who is still here needs the form. Where nothing can
 * be checked, the form is there from the start.
 */
export function useSilentSignIn(enter: () => Promise<unknown>): boolean {
  const [isChecking, setChecking] = useState(() => isSignedIn() || isSilentSignInPossible())

  useEffect(() => {
    let isGone = false
    async function check() {
      const outcome = await silentSignIn()
      if (outcome === 'signedIn') void reportTerminal()
      if (!isGone && isSignedIn()) await enter().catch(ignoreRefusal)
      if (!isGone) setChecking(false)
    }
    void check()
    return () => {
      isGone = true
    }
    // Once on mount: the link does not change while the page is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return isChecking
}
