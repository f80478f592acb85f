import { useSyncExternalStore } from 'react'

/** A choice of this browser, such as the language. Storage may be forbidden or full. */
export function storedChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
) {
  const listeners = new Set<() => void>()
  let current = choices.find((one) => one === readStored(key)) ?? choices[0]

  const set = (choice: Choice) => {
    current = choice
    writeStored(key, choice)
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    current: () => current,
    set,
    /** The choice, observed. */
    use: () => useSyncExternalStore(subscribe, () => current),
  }
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // The choice holds until the page is closed.
  }
}
