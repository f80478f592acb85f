import { useSyncExternalStore } from 'react'

/** Room for a side navigation, a table and a preview. */
const AT_COMPUTER = '(min-width: 1024px)'

/** Whether the window is wide enough for the layout of a computer; observed. */
export function useIsAtComputer(): boolean {
  return useMediaQuery(AT_COMPUTER)
}

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
