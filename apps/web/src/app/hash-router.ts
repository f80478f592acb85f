import { leaveOverlays } from '@qingzhou/ui/overlays'
import type { ComponentType } from 'react'
import type { ScreenLocation } from '#platform/navigation/location.ts'
import type { LoadScreen } from '#platform/navigation/screens.ts'
import type { Route } from './routes.ts'
import type { ScreenRow } from './screens.ts'

/** Runs before a screen opens; returns an address to redirect to. */
export type Guard = (
  route: Route | undefined,
  navigation: { readonly at: string; readonly search: string; readonly signal: AbortSignal },
) => Promise<string | undefined>

export type RouterState = {
  /** Undefined until the first screen is opened. */
  readonly shown: ShownScreen | undefined
  readonly location: ScreenLocation
  readonly isLoading: boolean
  /** The screen that is loading, or the last one that was. */
  readonly target: Route | undefined
}

/** What is rendered at an address: a screen, or the reason why there is none. */
export type ShownScreen = {
  readonly location: ScreenLocation
  readonly route: Route | undefined
  readonly Screen: ComponentType | undefined
  readonly error: unknown
}

export type AppRouter = {
  readonly state: RouterState
  /** Calls the listener after each change; returns the function to unsubscribe. */
  subscribe(this: void, listener: () => void): () => void
  /** Opens an address, or moves in the history. Resolves when the screen is shown or left. */
  navigate(this: void, to: string | number, options?: { readonly replace?: boolean }): Promise<void>
  /** Gives up the screen that is loading, as Back does. */
  giveUp(this: void): void
  dispose(): void
}

/** How an address enters the history; `pop` is already in it. */
type Move = 'push' | 'replace' | 'pop'

type Address = { readonly pathname: string; readonly search: string }

/**
 * Creates the router from the route table. Addresses are after the `#`. The guard of a screen runs
 * while its chunk loads; a newer navigation aborts an older one.
 */
export function createAppRouter(rows: readonly ScreenRow[], guard: Guard): AppRouter {
  const find = screenFinder(rows)
  const entries = createEntries()
  const store = createStore()
  let running = new AbortController()

  async function open(address: Address, move: Move): Promise<void> {
    running.abort()
    const { signal } = (running = new AbortController())
    const found = find(address.pathname)
    store.change({ isLoading: true, target: found?.row.route })

    const opened = await openScreen(found?.row, { guard, address, signal })
    if (signal.aborted) return
    if (opened.kind === 'redirect') {
      const isReplaced = move !== 'push' || isInAddressBar(address.pathname)
      return open(addressIn(opened.to), isReplaced ? 'replace' : 'push')
    }
    const show = () => {
      if (signal.aborted) return
      const key = entries.enter(address, move)
      const { params = {} } = found ?? {}
      const location = { ...address, key, params, isFirst: !store.state().shown }
      store.change({ shown: showAt(location, found, opened), location, isLoading: false })
    }
    if (move === 'pop') show()
    else await leaveOverlays(show)
  }

  const isAtShown = () => current().key === store.state().shown?.location.key

  function stay() {
    running.abort()
    store.change({ isLoading: false })
  }

  const onPop = () => {
    const from = entries.key()
    const moved = entries.number()
    // The entry of an overlay has the key of its screen.
    if (moved === 'same') return
    const { shown, isLoading } = store.state()
    const isPassed = isLoading && moved === 'earlier' && shown?.location.key === from
    // Back gives up the screen that is loading, and the shown one stays.
    if (isPassed || isAtShown()) stay()
    else void open(addressInBar(), 'pop')
    if (isPassed) window.history.forward()
  }
  window.addEventListener('popstate', onPop)
  void open(addressInBar(), 'pop')

  return {
    get state() {
      return store.state()
    },
    subscribe: store.subscribe,
    async navigate(to, { replace = false } = {}) {
      if (typeof to === 'number') await leaveOverlays(() => window.history.go(to))
      else await open(addressIn(to), replace ? 'replace' : 'push')
    },
    giveUp: () => (isAtShown() ? stay() : window.history.back()),
    dispose() {
      running.abort()
      store.clear()
      window.removeEventListener('popstate', onPop)
    },
  }
}

function createStore() {
  const listeners = new Set<() => void>()
  let state: RouterState = {
    shown: undefined,
    location: { ...addressInBar(), key: '', params: {}, isFirst: true },
    isLoading: true,
    target: undefined,
  }
  return {
    state: () => state,
    change(news: Partial<RouterState>) {
      state = { ...state, ...news }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear: () => listeners.clear(),
  }
}

function showAt(
  location: ScreenLocation,
  found: FoundRoute | undefined,
  { Screen, error }: Extract<OpenedScreen, { kind: 'shown' }>,
): ShownScreen {
  return { location, route: found?.row.route, Screen, error }
}

type OpenedScreen =
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'shown'; readonly Screen: ComponentType | undefined; readonly error: unknown }

/** An error of the guard or of the chunk is shown in place of the screen. */
async function openScreen(
  row: ScreenRow | undefined,
  navigation: { readonly guard: Guard; readonly address: Address; readonly signal: AbortSignal },
): Promise<OpenedScreen> {
  const { guard, address, signal } = navigation
  const loading = row && loadScreen(row.load)
  // A redirect does not wait for the chunk of the screen it replaces.
  loading?.catch(() => undefined)
  try {
    const { pathname: at, search } = address
    const to = await guard(row?.route, { at, search, signal })
    if (to !== undefined) return { kind: 'redirect', to }
    return { kind: 'shown', Screen: (await loading)?.default, error: undefined }
  } catch (error) {
    return { kind: 'shown', Screen: undefined, error }
  }
}

const PAUSE_MS = 400

/** Loads the module of a screen; retries once. */
async function loadScreen(load: LoadScreen) {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return load()
  }
}

type FoundRoute = { readonly row: ScreenRow; readonly params: Readonly<Record<string, string>> }

/** Finds the row of a path. Links write paths in any case, and with or without a last slash. */
function screenFinder(rows: readonly ScreenRow[]): (pathname: string) => FoundRoute | undefined {
  const fixed = new Map(rows.filter(isFixed).map((row) => [row.route.path.toLowerCase(), row]))
  const patterns = rows.filter((row) => !isFixed(row)).map((row) => [patternOf(row), row] as const)

  return (pathname) => {
    const path = pathname.replace(/\/+$/, '')
    const row = fixed.get(path.toLowerCase())
    if (row) return { row, params: {} }
    for (const [pattern, named] of patterns) {
      const match = pattern.exec(path)
      if (match) return { row: named, params: decodeParams(match.groups ?? {}) }
    }
    return undefined
  }
}

function isFixed({ route }: ScreenRow): boolean {
  return !route.path.includes(':')
}

function patternOf({ route }: ScreenRow): RegExp {
  return new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`, 'i')
}

function decodeParams(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)]
      } catch {
        // A link may contain a `%` that encodes nothing.
        return [name, value]
      }
    }),
  )
}

/** Entries are numbered from zero, the address the page was loaded with. */
type Entry = { readonly key: string; readonly idx: number }

/** The entries of the browser's history that belong to this page. */
function createEntries() {
  let last: Partial<Entry> = { idx: -1 }

  /**
   * Numbers an entry that the first load, a plain `#` link or the address bar created. Returns
   * whether the browser is at another entry than before, or at an earlier one.
   */
  function number(): 'same' | 'earlier' | 'other' {
    if (current().idx === undefined) {
      window.history.replaceState({ key: newKey(), idx: nextIdx() } satisfies Entry, '')
    }
    const { key, idx = 0 } = last
    last = current()
    if (key === last.key) return 'same'
    return (last.idx ?? 0) < idx ? 'earlier' : 'other'
  }

  function nextIdx(): number {
    return (last.idx ?? 0) + 1
  }

  /** Writes the address into the history and returns the key of its entry. */
  function enter({ pathname, search }: Address, move: Move): string {
    if (move === 'pop') return current().key ?? ''
    const entry: Entry = { key: newKey(), idx: move === 'push' ? nextIdx() : (last.idx ?? 0) }
    const url = `#${pathname}${search}`
    if (move === 'push') window.history.pushState(entry, '', url)
    else window.history.replaceState(entry, '', url)
    last = entry
    return entry.key
  }

  number()
  return { number, enter, key: () => last.key }
}

function current(): Partial<Entry> {
  // Only this file writes these two properties of a history state.
  return (window.history.state ?? {}) as Partial<Entry>
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

function addressInBar(): Address {
  return addressIn(window.location.hash.slice(1))
}

function addressIn(text: string): Address {
  const [path = '', ...query] = (text.split('#')[0] ?? '').split('?')
  const search = query.join('?')
  return {
    pathname: path.startsWith('/') ? path : `/${path}`,
    search: search === '' ? '' : `?${search}`,
  }
}

/**
 * On the first load or a history navigation the address is already in the history: replace it, or
 * `back` would return to it.
 */
function isInAddressBar(path: string): boolean {
  return addressInBar().pathname === path
}
