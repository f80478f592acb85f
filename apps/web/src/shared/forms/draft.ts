import { draftOf, removeDraft, storeDraft } from '#platform/browser/storage.ts'

/** After this time another person may use the phone. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** Unsent input of a form. The form validates what it reads. */
export function storedDraft(name: string): Record<string, unknown> {
  const stored = parseDraft(draftOf(name) ?? '{}')
  const isFresh = typeof stored['at'] === 'number' && Date.now() - stored['at'] < LIFETIME_MS
  return isFresh ? Object(stored['values']) : {}
}

export function saveDraft(name: string, values: Record<string, unknown>) {
  storeDraft(name, JSON.stringify({ at: Date.now(), values }))
}

export function clearDraft(name: string) {
  removeDraft(name)
}

function parseDraft(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    // Invalid content: start with an empty form.
    return {}
  }
}
