import { useEffect, useState } from 'react'
import type { profileShapes } from '@qingzhou/contract/profile'
import type { Input } from '@qingzhou/contract/shape'
import { ApiError, unlessTold } from '#platform/api/api-error.ts'
import { enterApp } from '#platform/session/session.ts'
import { forgetTyped } from '#shared/forms/draft.ts'
import { profile } from './profile-queries.ts'

const DELAY_MS = 1200

type Draft = Extract<
  Input<typeof profileShapes.save>,
  { readonly part: 'basicDraft' | 'companyDraft' }
>

interface AutosaveSetup<V> {
  /** What the phone itself keeps under this name is not needed once the server has it. */
  draft: string
  values: V
  toDraft: (values: V) => Draft
}

/** Keeps half a form with the server, so that another phone can go on with it. */
export function useAutosave<V>({ draft, values, toDraft }: AutosaveSetup<V>) {
  const [savedAt, setSavedAt] = useState<string>()
  const [first] = useState(values)
  const [autosave] = useState(() =>
    createAutosave<V>(async (typed, isNewest) => {
      if (!(await isSaved(toDraft(typed)))) return
      setSavedAt(timeOfDay())
      if (isNewest()) forgetTyped(draft)
    }, DELAY_MS),
  )

  useEffect(() => {
    if (values !== first) autosave.note(values)
  }, [autosave, values, first])

  // A phone that is put away may never come back to this page.
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

/** A failure is in nobody's way: the phone has what was typed, and the next letter tries again. */
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
  /** Saves at once what is still waiting. */
  flush: () => Promise<void>
  /** Saves nothing more, and waits for what is under way: the whole form comes next. */
  stop: () => Promise<void>
}

/** Saves one value; `isNewest` says afterwards whether nothing was typed meanwhile. */
type Save<T> = (value: T, isNewest: () => boolean) => Promise<void>

/** Saves what is typed a moment after the typing stops, one save at a time and the newest last. */
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

/** Saves a whole form and goes on to where the application is. */
export function useSavePart(onSaved: () => void) {
  const [problem, setProblem] = useState<string>()

  async function savePart(part: Part) {
    setProblem(undefined)
    try {
      await profile.save(part, { quiet: true })
    } catch (error) {
      unlessTold(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    onSaved()
    await enterApp().catch(unlessTold)
  }

  return { savePart, problem }
}
