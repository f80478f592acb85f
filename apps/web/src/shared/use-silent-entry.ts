import { useEffect, useState } from 'react'
import { signedIn } from '#platform/session.ts'
import { silentSignIn } from '#platform/silent-sign-in.ts'
import { reportTerminal } from './report-terminal.ts'
import { unlessTold } from './told.ts'

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
