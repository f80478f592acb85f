import { draftOf, dropDraft, keepDraft } from '#platform/browser/storage.ts'

/** After this long whoever picks up the phone may be somebody else. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** What was typed into a form and not yet sent. What is found there is for the form to judge. */
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
    // Somebody else wrote there: a form starts empty rather than not at all.
    return {}
  }
}
