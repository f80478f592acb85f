import { draftOf, dropDraft, keepDraft } from '#platform/browser/storage.ts'

/** After this time another person may use the phone. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Unsent input of a form. The form validates what it reads. */
export function typedBefore(name: string): Record<string, unknown> {
  const kept = parsed(draftOf(name) ?? '{}')
  const isFresh = typeof kept['at'] === 'number' && Date.now() - kept['at'] < KEPT_MS
  return isFresh ? Object(kept['values']) : {}
}

export function keepTyped(name: string, values: Record<string, unknown>) {
  keepDraft(name, JSON.stringify({ at: Date.now(), values }))
}

export function forgetTyped(name: string) {
  dropDraft(name)
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    // Invalid content: start with an empty form.
    return {}
  }
}
