import { useEffect, useState } from 'react'
import { unlessTold } from '#platform/api/api-error.ts'
import { keepToken, signedIn } from '#platform/session/session.ts'
import { silentSignIn } from '#platform/session/silent-sign-in.ts'
import { onboarding } from './onboarding-calls.ts'
import { describeTerminal } from './terminal.ts'

/** Stores the session and reports the phone to the server. */
export function admit({ token }: { readonly token: string }) {
  keepToken(token)
  void reportTerminal()
}

/** Reports the phone, and its position if permitted, in the background. */
async function reportTerminal(): Promise<void> {
  // Nothing depends on it, so a failure is ignored.
  await onboarding
    .saveTerminal(await describeTerminal(), { leaveOutcome: true })
    .catch(() => undefined)
}

/**
 * Signs in by the link or an earlier session.
 *
 * Returns true while checking; afterwards a user who is still here needs the form.
 */
export function useSilentEntry(enter: () => Promise<unknown>): boolean {
  const [isChecking, setChecking] = useState(true)

  useEffect(() => {
    let isGone = false
    async function check() {
      const outcome = await silentSignIn()
      if (outcome === 'signedIn') void reportTerminal()
      if (!isGone && signedIn()) await enter().catch(unlessTold)
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
