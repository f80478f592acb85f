import { forgetTyped, keepTyped, typedBefore } from '#shared/forms/draft.ts'

const NUMBER = /^[0-9a-f]{32}$/

/**
 * The number under which something is asked of the server. It outlives a reload: the same thing asked
 * again because no answer came has the same number, and is done once. Another thing has another.
 */
export function requestNoFor(name: string, what: string): string {
  const kept = typedBefore(name)
  const earlier = kept['requestNo']
  if (kept['what'] === what && typeof earlier === 'string' && NUMBER.test(earlier)) return earlier
  const requestNo = newNumber()
  keepTyped(name, { what, requestNo })
  return requestNo
}

/** What was answered, either way, is asked under a new number next time. */
export function forgetRequestNo(name: string): void {
  forgetTyped(name)
}

/** A number chosen here for something asked of the server: asked twice under it, it is done once. */
export function newNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
