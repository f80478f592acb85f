import { createContext, use } from 'react'

/** The address of the shown screen: the part of the browser's address after the `#`. */
export type ScreenLocation = {
  readonly pathname: string
  /** The query with its `?`, or nothing. */
  readonly search: string
  /** Differs for each entry of the history. */
  readonly key: string
  /** The values of the parameters in the route's path. */
  readonly params: Readonly<Record<string, string>>
  /** The page was opened here; nothing was shown before. */
  readonly isFirst: boolean
}

/** Without a router (tests of a single screen) there is one address. */
export const LocationContext = createContext<ScreenLocation>({
  pathname: '/',
  search: '',
  key: '',
  params: {},
  isFirst: true,
})

/** The address of this screen; a hidden screen keeps the one it was shown at. */
export function useLocation(): ScreenLocation {
  return use(LocationContext)
}
