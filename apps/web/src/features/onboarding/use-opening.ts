import { useEffect, useState } from 'react'

/** A phone that opens the app hides this page well within this time. */
const PATIENCE_MS = 2500

/** The only addresses this page leaves for: an answer gone wrong must not lead anywhere else. */
const MESSENGER_SCHEME = /^weixin[a-z-]*:\/\//

/** Leaves for the app behind the address, and notices when the phone did not follow. */
export function useOpening(urlScheme: string) {
  const [isTakingLong, setTakingLong] = useState(false)

  useEffect(() => {
    open(urlScheme)
    const timer = setTimeout(
      () => setTakingLong(document.visibilityState === 'visible'),
      PATIENCE_MS,
    )
    return () => clearTimeout(timer)
  }, [urlScheme])

  return { isTakingLong, open: () => open(urlScheme) }
}

function open(urlScheme: string) {
  if (MESSENGER_SCHEME.test(urlScheme)) window.location.assign(urlScheme)
}
