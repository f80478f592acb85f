import { useEffect, useState } from 'react'
import type { profileShapes } from '@qingzhou/contract/features/profile'
import type { Input } from '@qingzhou/contract/wire/shape'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { enterApp } from '#platform/session/session.ts'
import { clearDraft } from '#shared/forms/draft.ts'
import { profile } from './form-query-state.tsx'

const DELAY_MS = 1200

type Draft = Extract<
  Input<typeof profileShapes.save>,
  { readonly part: 'basicDraft' | 'companyDraft' }
>

interface AutosaveSetup<V> {
  /** The draft on the phone is deleted when the server has the data. */
  draft: string
  values: V
  toDraft: (values: V) => Draft
}

/** Saves a partial form on the server, so that another phone can continue. */
export function useAutosave<V>({ draft, values, toDraft }: AutosaveSetup<V>) {
  const [savedAt, setSavedAt] = useState<string>()
  const [first] = useState(values)
  const [autosave] = useState(() =>
    createAutosave<V>(async (typed, isNewest) => {
      if (!(await isSaved(toDraft(typed)))) return
      setSavedAt(timeOfDay())
      if (isNewest()) clearDraft(draft)
    }, DELAY_MS),
  )

  useEffect(() => {
    if (values !== first) autosave.note(values)
  }, [autosave, values, first])

  // A hidden page may never become visible again.
  useEffect(() => {
    const flush = () => void autosave.flush()
    document.addEventListener('visibilitychange', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [autosave])

  return { note: savedAt && `已自动保存 ${savedAt}`, stop: autosave.stop }
}

/** A failure is ignored: the draft is on the phone, and the next key press retries. */
async function isSaved(draft: Draft): Promise<boolean> {
  try {
    await profile.save(draft, { leaveOutcome: true })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

function timeOfDay(): string {
  const now = new Date()
  return `${now.getHours()}:${String(now.getMinutes()).padStart(2, '0')}`
}

interface Autosave<T> {
  note: (value: T) => void
  /** Saves pending input at once. */
  flush: () => Promise<void>
  /** Stops saving and waits for a running save: the whole form is sent next. */
  stop: () => Promise<void>
}

/** Saves one value; `isNewest` tells whether nothing was typed meanwhile. */
type Save<T> = (value: T, isNewest: () => boolean) => Promise<void>

/** Saves input shortly after the typing stops, one save at a time, the newest last. */
export function createAutosave<T>(save: Save<T>, delayMs: number): Autosave<T> {
  let waiting: { readonly value: T } | undefined
  let running = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function saveAfter(earlier: Promise<void>) {
    await earlier
    const next = waiting
    waiting = undefined
    if (next) await save(next.value, () => waiting === undefined)
  }

  async function flush() {
    clearTimeout(timer)
    running = saveAfter(running)
    await running
  }

  return {
    note(value) {
      waiting = { value }
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), delayMs)
    },
    flush,
    async stop() {
      clearTimeout(timer)
      waiting = undefined
      await running
    },
  }
}

type Part = Extract<Input<typeof profileShapes.save>, { readonly part: 'basic' | 'company' }>

/** Saves a complete form and opens the next step. */
export function useSavePart(onSaved: () => void) {
  const [problem, setProblem] = useState<string>()

  async function savePart(part: Part) {
    setProblem(undefined)
    try {
      await profile.save(part, { quiet: true })
    } catch (error) {
      ignoreRefusal(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    onSaved()
    await enterApp().catch(ignoreRefusal)
  }

  return { savePart, problem }
}
