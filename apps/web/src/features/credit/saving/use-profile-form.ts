import { useEffect, useRef, useState } from 'react'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { enterApp } from '#platform/session/session.ts'
import { createSavedForm, type SavedFormSetup, type Values } from './saved-form.ts'

interface ProfileFormSetup<V extends Values> extends SavedFormSetup<V> {
  form: { readonly values: V; setValues: (news: Partial<V>) => void; forget: () => void }
}

const DELAY_MS = 1200

/** Saves a form on the server while it is typed, so that another phone can continue, and as a whole. */
export function useProfileForm<V extends Values>({ form, ...setup }: ProfileFormSetup<V>) {
  const latest = useLatest(form.values)
  const [saved] = useState(() =>
    createSavedForm(setup, { values: () => latest.current, setValues: form.setValues }),
  )
  const [savedAt, setSavedAt] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [autosave] = useState(() =>
    createAutosave<V>(async (values, isNewest) => {
      if (!(await saved.saveChanges(values))) return
      setSavedAt(timeOfDay())
      // The draft on the phone is deleted when the server has the data.
      if (isNewest()) form.forget()
    }, DELAY_MS),
  )

  useEffect(() => {
    if (saved.isChanged(form.values)) autosave.note(form.values)
  }, [autosave, saved, form.values])
  useFlushWhenLeft(autosave.flush)

  /** Saves the complete form and opens the next step. */
  async function save() {
    setProblem(undefined)
    await autosave.stop()
    try {
      await saved.saveWhole()
    } catch (error) {
      ignoreRefusal(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    form.forget()
    await enterApp().catch(ignoreRefusal)
  }

  return { note: savedAt && `已自动保存 ${savedAt}`, save, problem }
}

function useLatest<T>(value: T) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}

/** A hidden page may never become visible again. */
function useFlushWhenLeft(flush: () => Promise<void>) {
  useEffect(() => {
    const flushNow = () => void flush()
    document.addEventListener('visibilitychange', flushNow)
    return () => {
      document.removeEventListener('visibilitychange', flushNow)
      flushNow()
    }
  }, [flush])
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
