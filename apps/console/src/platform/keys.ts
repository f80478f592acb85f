import { useEffect, useEffectEvent } from 'react'

/** Keys by their name in the browser; `g c` is one after the other. */
type Keys = Readonly<Record<string, () => void>>

const SEQUENCE_MS = 1500
let prefix: { readonly key: string; readonly at: number } | undefined

/** Runs an action at its key, unless a field has the focus or a dialog is open. */
export function useKeys(keys: Keys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    const before = prefix && event.timeStamp - prefix.at < SEQUENCE_MS ? `${prefix.key} ` : ''
    const action = keys[before + event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Remembers the first key of a sequence, after every handler has seen it. */
export function watchPrefix(): void {
  window.addEventListener('keydown', ({ key, target, timeStamp }) => {
    prefix = key === 'g' && !isTyping(target) ? { key, at: timeStamp } : undefined
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  )
}
