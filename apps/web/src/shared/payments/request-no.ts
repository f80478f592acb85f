import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'

const NUMBER = /^[0-9a-f]{32}$/

/**
 * The idempotency key of a request. It survives a reload: the same content repeated without an
 * answer has the same number and is executed once. Other content gets another number.
 */
export function requestNoFor(name: string, what: string): string {
  const stored = storedDraft(name)
  const earlier = stored['requestNo']
  if (stored['what'] === what && typeof earlier === 'string' && NUMBER.test(earlier)) return earlier
  const requestNo = newRequestNo()
  saveDraft(name, { what, requestNo })
  return requestNo
}

/** After an answer, the next request gets a new number. */
export function clearRequestNo(name: string): void {
  clearDraft(name)
}

/** Creates an idempotency key. */
export function newRequestNo(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
