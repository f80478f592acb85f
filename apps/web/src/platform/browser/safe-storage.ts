type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'length' | 'key'>

export type SafeStorage = Pick<BrowserStorage, 'getItem' | 'setItem' | 'removeItem'> & {
  /** The storage key. */
  names(): string[]
}

/**
 * Storage that never throws. In private mode or when storage is full, a value stays in memory until
 * the page is left, and memory takes precedence over storage.
 */
export function safeStorage(open: () => BrowserStorage): SafeStorage {
  const memory = new Map<string, string | null>()

  const attempt = <T>(work: (storage: BrowserStorage) => T, otherwise: () => T): T => {
    try {
      return work(open())
    } catch {
      return otherwise()
    }
  }

  return {
    getItem: (name) => {
      const stored = memory.get(name)
      return stored === undefined
        ? attempt(
            (storage) => storage.getItem(name),
            () => null,
          )
        : stored
    },
    setItem: (name, value) => {
      attempt(
        (storage) => {
          storage.setItem(name, value)
          memory.delete(name)
        },
        () => void memory.set(name, value),
      )
    },
    removeItem: (name) => {
      attempt(
        (storage) => {
          storage.removeItem(name)
          memory.delete(name)
        },
        () => void memory.set(name, null),
      )
    },
    names: () => [
      ...memory.keys(),
      ...attempt(
        (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
        () => [],
      ),
    ],
  }
}
