import { Activity, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { LocationContext, type ScreenLocation, useLocation } from '#platform/navigation/location.ts'

type ShownScreen = {
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
  readonly shown: ShownScreen
  readonly children: ReactNode
}) {
  const [kept, setKept] = useState<readonly string[]>([])
  if (shown.keepAlive && !kept.includes(shown.key)) setKept([...kept, shown.key])

  const keys = kept.includes(shown.key) ? kept : [...kept, shown.key]
  return keys.map((key) => (
    <ActiveScreen key={key} isShown={key === shown.key} isKept={kept.includes(key)}>
      {children}
    </ActiveScreen>
  ))
}

type ActiveScreenProps = {
  readonly isShown: boolean
  readonly isKept: boolean
  readonly children: ReactNode
}

function ActiveScreen({ isShown, isKept, children }: ActiveScreenProps) {
  const location = useLocation()
  const live: View = { children, location }
  const [frozen, setFrozen] = useState(live)
  if (isShown && !isSame(live, frozen)) setFrozen(live)

  // The first screen replaces its own static markup and must not fade in again.
  const [isFirst] = useState(location.isFirst)
  const container = useArrival({ isShown, isKept })
  const view = isShown ? live : frozen
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <div
        className={isFirst ? 'layout-screen' : 'layout-screen layout-screen-next'}
        ref={container}
        tabIndex={-1}
      >
        <LocationContext value={view.location}>{view.children}</LocationContext>
      </div>
    </Activity>
  )
}

/** A screen with its address. A hidden screen keeps its last address. */
type View = { readonly children: ReactNode; readonly location: ScreenLocation }

function isSame(one: View, other: View): boolean {
  return one.children === other.children && one.location === other.location
}

/**
 * Handles a screen that becomes visible: scrolls to the top (or to the last position of a kept
 * screen) and moves the focus into it, so that a screen reader announces it.
 */
function useArrival({ isShown, isKept }: { readonly isShown: boolean; readonly isKept: boolean }) {
  const container = useRef<HTMLDivElement>(null)
  const offsets = useRef(new Map<Element, number>())
  const location = useLocation()

  useLayoutEffect(() => {
    const screen = container.current
    if (!isShown || !screen) return undefined

    if (isKept) restore(offsets.current)
    else toTop(screen)
    if (!location.isFirst) takeFocus(screen)
    return recordScrolling(screen, offsets.current)
  }, [isShown, isKept, location])

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

/** Keep the focus where the screen has set it. */
function takeFocus(screen: HTMLElement): void {
  if (screen.contains(document.activeElement)) return
  screen.focus({ preventScroll: true })
}

function pageScroller(): Element {
  return document.scrollingElement ?? document.documentElement
}
