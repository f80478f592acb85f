/** Remembers so many values and no more: what was not asked for longest is forgotten first. */
export function boundedCache<Value>(sizeMax: number) {
  // A map keeps the order in which its entries were put in.
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
