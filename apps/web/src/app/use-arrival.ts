import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * What happens when a screen comes into sight: it starts at its top, a kept one where it was
 * left, and the focus moves into it, so that a screen reader reads the new screen.
 */
export function useArrival({
  isShown,
  isKept,
}: {
  readonly isShown: boolean
  readonly isKept: boolean
}) {
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
  // Scroll events do not bubble, but they can be caught on their way down.
  document.addEventListener('scroll', record, { capture: true, passive: true })
  return () => document.removeEventListener('scroll', record, { capture: true })
}

/** The router's key of the address a page was loaded with. */
const FIRST_LOCATION = 'default'

/** Where the screen has put the focus itself, it stays. */
function takeFocus(screen: HTMLElement, locationKey: string): void {
  if (locationKey === FIRST_LOCATION || screen.contains(document.activeElement)) return
  screen.focus({ preventScroll: true })
}

function pageScroller(): Element {
  return document.scrollingElement ?? document.documentElement
}
