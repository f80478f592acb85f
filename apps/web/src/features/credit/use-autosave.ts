import type { profileShapes } from '@qingzhou/contract/profile'
import type { Input } from '@qingzhou/contract/shape'
import { useEffect, useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { createAutosave } from '#shared/autosave.ts'
import { forgetTyped } from '#shared/draft.ts'
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
