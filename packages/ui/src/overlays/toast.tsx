import { useEffect, useRef, useSyncExternalStore } from 'react'

const SHOWN_MS = 2500

interface ShownToast {
  message: string
  survivesNavigation: boolean
}

let shown: ShownToast | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

interface ToastOptions {
  /** For the result of an action that opens another page. */
  survivesNavigation?: boolean
}

/**
 * Shows a short message for 2.5 seconds; a newer one replaces it, the next press of a button or a
 * navigation ends it. Not for anything that must be read.
 */
export function toast(message: string, { survivesNavigation = false }: ToastOptions = {}) {
  clearTimeout(timer)
  show({ message, survivesNavigation })
  timer = setTimeout(() => show(undefined), SHOWN_MS)
}

/** Ends the message: it is about what was pressed before, or about another page. */
export function endToast(by: 'press' | 'navigation') {
  if (!shown) return
  if (by === 'navigation' && shown.survivesNavigation) shown.survivesNavigation = false
  else show(undefined)
}

/** Mounted once, at the root of the app. */
export function Toaster() {
  const current = useSyncExternalStore(subscribe, () => shown)
  const bubble = useRef<HTMLDivElement>(null)

  // Enter the top layer for each message: otherwise an open sheet would cover it.
  useEffect(() => {
    const box = bubble.current
    if (!current || !box?.showPopover) return undefined
    box.showPopover()
    return () => box.hidePopover()
  }, [current])

  return (
    <>
      <div className="visually-hidden" role="status">
        {current?.message}
      </div>
      {current && (
        <div ref={bubble} className="toast" popover="manual" aria-hidden="true">
          {current.message}
        </div>
      )}
    </>
  )
}

function show(next: ShownToast | undefined) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
