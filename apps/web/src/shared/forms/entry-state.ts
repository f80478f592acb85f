import { useState } from 'react'
import { useLocation } from '#platform/navigation/location.ts'
import { onStaffSession } from '#platform/session/staff-session.ts'
import { clearDraft, saveDraft, storedDraft } from './draft.ts'

/** What can be stored: no money, as JSON has no bigint, and no consent. */
type EntryValue =
  | string
  | number
  | boolean
  | undefined
  | readonly EntryValue[]
  | { readonly [name: string]: EntryValue }

const DRAFT = 'entries'

/** Older entries are forgotten. */
const ENTRIES_MAX = 30

/**
 * State of a screen that belongs to its entry in the history: a choice, a filter, a typed amount.
 * It is there again after Back, Forward and a reload; a new visit begins with the initial value.
 */
export function useEntryState<T extends EntryValue>(
  name: string,
  initial: T | (() => T),
): [value: T, set: (value: T) => void] {
  const { key } = useLocation()
  const [state, setState] = useState(() => ({ key, value: valueAt(key, name, initial) }))
  // The next entry may show the same screen for another subject.
  const current = state.key === key ? state : { key, value: valueAt(key, name, initial) }
  if (current !== state) setState(current)

  function set(value: T) {
    setState({ key, value })
    // Without a router (tests of a single screen) there is no entry.
    if (key === '') return
    const { [key]: kept, ...others } = storedDraft(DRAFT)
    const latest = Object.entries(others).slice(1 - ENTRIES_MAX)
    saveDraft(DRAFT, { ...Object.fromEntries(latest), [key]: { ...Object(kept), [name]: value } })
  }

  return [current.value, set]
}

function valueAt<T extends EntryValue>(key: string, name: string, initial: T | (() => T)): T {
  const first = typeof initial === 'function' ? initial() : initial
  const kept: unknown = Object(storedDraft(DRAFT)[key])[name]
  // Only this screen writes under its name; another build may have stored another type.
  return kept !== undefined && isAlike(kept, first) ? (kept as T) : first
}

function isAlike(kept: unknown, first: unknown): boolean {
  if (first === undefined) return true
  return typeof kept === typeof first && Array.isArray(kept) === Array.isArray(first)
}

// What one employee has searched for is not shown to the next; borrowers' drafts end with a session.
onStaffSession(() => clearDraft(DRAFT))
