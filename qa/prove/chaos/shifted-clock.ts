/** Loaded before a program (`node --import`) to run it with a wrong clock. For tests only. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? '0')
const RealDate = Date

// Only the two ways to read the clock are changed; everything else is the real Date.
globalThis.Date = new Proxy(RealDate, {
  construct(target, parameters: unknown[]) {
    const date = parameters.length === 0 ? [target.now() + shiftMs] : parameters
    return Reflect.construct(target, date)
  },
  get(target, name) {
    if (name === 'now') return () => target.now() + shiftMs
    return Reflect.get(target, name)
  },
})
