/** A cache with a maximum size that evicts the least recently used entry. */
export function boundedCache<Value>(sizeMax: number) {
  // A Map iterates in insertion order.
  const entries = new Map<string, Value>()
  return {
    get(name: string): Value | undefined {
      const value = entries.get(name)
      if (value !== undefined) {
        entries.delete(name)
        entries.set(name, value)
      }
      return value
    },
    set(name: string, value: Value): void {
      entries.set(name, value)
      const [oldest] = entries.keys()
      if (entries.size > sizeMax && oldest !== undefined) entries.delete(oldest)
    },
  }
}
