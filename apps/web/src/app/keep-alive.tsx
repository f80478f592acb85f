import { Activity, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react'
import {
  UNSAFE_DataRouterDataContext as DataContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_DataRouterNavigationContext as PendingContext,
  UNSAFE_DataRouterStateContext as StateContext,
  useLocation,
} from 'react-router'

type Shown = {
  /** Addresses with the same key share one screen. */
  readonly key: string
  readonly keepAlive: boolean
}

/**
 * Renders the current screen and keeps marked screens mounted but hidden, with their input and
 * scroll position. Effects and queries of hidden screens are paused.
 */
export function KeepAlive({
  shown,
  children,
}: {
  readonly shown: Shown
  readonly children: ReactNode
}) {
  const [kept, setKept] = useState<readonly string[]>([])
  if (shown.keepAlive && !kept.includes(shown.key)) setKept([...kept, shown.key])

  const keys = kept.includes(shown.key) ? kept : [...kept, shown.key]
  return keys.map((key) => (
    <KeptScreen key={key} isShown={key === shown.key} isKept={kept.includes(key)}>
      {children}
    </KeptScreen>
  ))
}

type KeptScreenProps = {
  readonly isShown: boolean
  readonly isKept: boolean
  readonly children: ReactNode
}

function KeptScreen({ isShown, isKept, children }: KeptScreenProps) {
  const live = useRouterView(children)
  const [frozen, setFrozen] = useState(live)
  if (isShown && !isSame(live, frozen)) setFrozen(live)

  const container = useArrival({ isShown, isKept })
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <div className="layout-screen" ref={container} tabIndex={-1}>
        <RouterView {...(isShown ? live : frozen)} />
      </div>
    </Activity>
  )
}

/** The router context of a screen. A hidden screen keeps its last context. */
type View = {
  readonly children: ReactNode
  readonly location: ContextValue<typeof LocationContext>
  readonly state: ContextValue<typeof StateContext>
  readonly data: ContextValue<typeof DataContext>
  readonly pending: ContextValue<typeof PendingContext>
}

type ContextValue<C> = C extends React.Context<infer Value> ? Value : never

function useRouterView(children: ReactNode): View {
  return {
    children,
    location: use(LocationContext),
    state: use(StateContext),
    data: use(DataContext),
    pending: use(PendingContext),
  }
}

function isSame(one: View, other: View): boolean {
  return (
    one.children === other.children &&
    one.location === other.location &&
    one.state === other.state &&
    one.data === other.data &&
    one.pending === other.pending
  )
}

function RouterView({ children, location, state, data, pending }: View) {
  return (
    <LocationContext value={location}>
      <StateContext value={state}>
        <DataContext value={data}>
          <PendingContext value={pending}>{children}</PendingContext>
        </DataContext>
      </StateContext>
    </LocationContext>
  )
}

/**
 * Handles a screen that becomes visible: scrolls to the top (or to the last position of a kept
 * screen) and moves the focus into it, so that a screen reader announces it.
 */
function useArrival({ isShown, isKept }: { readonly isShown: boolean; readonly isKept: boolean }) {
  const container = useRef<HTMLDivElement>(null)
  const offsets = useRef(new Map<Element, number>())
  const { key } = useLocation()

  useLayoutEffect(() => {
    const screen = container.current
    if (!isShown || !screen) return undefined

    if (isKept) restore(offsets.current)
    else toTop(screen)
    takeFocus(screen, key)
    return recordScrolling(screen, offsets.current)
  }, [isShown, isKept, key])

  return container
}

function restore(offsets: ReadonlyMap<Element, number>): void {
  pageScroller().scrollTop = offsets.get(pageScroller()) ?? 0
  for (const [element, top] of offsets) element.scrollTop = top
}

function toTop(screen: Element): void {
  pageScroller().scrollTop = 0
  for (const element of screen.querySelectorAll('*')) {
    if (element.scrollTop > 0) element.scrollTop = 0
  }
}

function recordScrolling(screen: Element, offsets: Map<Element, number>): () => void {
  const record = ({ target }: Event) => {
    const element = target instanceof Element ? target : pageScroller()
    if (element === pageScroller() || screen.contains(element)) {
      offsets.set(element, element.scrollTop)
    }
  }
  // Scroll events do not bubble, but the capture phase sees them.
  document.addEventListener('scroll', record, { capture: true, passive: true })
  return () => document.removeEventListener('scroll', record, { capture: true })
}

/** The router's key of the first address of the page. */
const FIRST_LOCATION = 'default'

/** Keep the focus where the screen has set it. */
function takeFocus(screen: HTMLElement, locationKey: string): void {
  if (locationKey === FIRST_LOCATION || screen.contains(document.activeElement)) return
  screen.focus({ preventScroll: true })
}

function pageScroller(): Element {
  return document.scrollingElement ?? document.documentElement
}
