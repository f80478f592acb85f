import { useSyncExternalStore } from 'react'

/** As wide as the two columns of the review begin at. */
const WIDE = '(min-width: 760px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia(WIDE).matches)
}

function follow(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
