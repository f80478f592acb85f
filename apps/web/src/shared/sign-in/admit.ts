import { useEffect, useState } from 'react'
import { unlessTold } from '#platform/api/api-error.ts'
import { keepToken, signedIn } from '#platform/session/session.ts'
import { silentSignIn } from '#platform/session/silent-sign-in.ts'
import { onboarding } from './onboarding-calls.ts'
import { describeTerminal } from './terminal.ts'

/** The server opened a session: it is kept, and the server is told what kind of phone holds it. */
export function admit({ token }: { readonly token: string }) {
  keepToken(token)
  void reportTerminal()
}

/** Tells the server which phone is there, and where if it may be known. Never in anybody's way. */
async function reportTerminal(): Promise<void> {
  // Nothing the borrower does depends on it, so a failure is not theirs to hear of.
  await onboarding
    .saveTerminal(await describeTerminal(), { leaveOutcome: true })
    .catch(() => undefined)
}

/**
 * Lets in whoever the link or an earlier visit vouches for.
 *
 * Answers whether that is still being found out; afterwards whoever is still here needs the form.
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
    // Once on arrival: whether a link lets in does not change while the page is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return isChecking
}
