import { profileShapes } from '@qingzhou/contract/features/profile'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { ApiError, isUndecided } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { useFreshQuery } from '#shared/forms/fresh-query.ts'

const profile = callsOf('profile', { read: profileShapes.read, save: profileShapes.save })

/** The saved data in full. */
export type TypedProfile = Output<typeof profileShapes.read>

/** Query of the saved data in full, for a form. */
export function useTypedProfile() {
  return useFreshQuery({
    queryKey: ['profile', 'typed'],
    queryFn: async ({ signal }) => {
      await lastSave
      return profile.read({ masked: false }, { signal, quiet: true })
    },
  })
}

type Save = Input<typeof profileShapes.save>
type Part = 'basic' | 'company'

/** The values of a form by field. */
export type Values = Readonly<Record<string, string>>

export interface SavedFormSetup<V extends Values> {
  part: Part
  /** As read when the form was opened. */
  typed: TypedProfile
  valuesOf: (typed: TypedProfile) => V
  /** The form in the format of the call, partial or complete. */
  fieldsIn: (values: V) => object
}

interface ShownForm<V> {
  values: () => V
  setValues: (news: Partial<V>) => void
}

/**
 * A form on the server. Changed fields only are sent, so that no field is emptied that was not
 * shown; what another phone has saved is put into the fields that were not changed here.
 */
export function createSavedForm<V extends Values>(
  { part, typed, valuesOf, fieldsIn }: SavedFormSetup<V>,
  shown: ShownForm<V>,
) {
  let known = knownIn(typed)

  /** What the server has, as far as this phone knows. */
  function knownIn(read: TypedProfile) {
    return { values: valuesOf(read), version: read[`${part}Version`] }
  }

  const changesOf = (values: V) => changesIn(fieldsIn(values), fieldsIn(known.values))

  /** Reads the form again. Returns whether it differs from what is shown here. */
  async function merge(): Promise<boolean> {
    const earlier = known.values
    known = knownIn(await profile.read({ masked: false }, { quiet: true }))
    const now = shown.values()
    const others = Object.keys(now).filter((name) => known.values[name] !== now[name])
    // Nothing that is shown is emptied by what another phone has deleted.
    const news = others.filter((name) => now[name] === earlier[name] && known.values[name] !== '')
    // Every name is one of the form's.
    shown.setValues(
      Object.fromEntries(news.map((name) => [name, known.values[name]])) as Partial<V>,
    )
    return others.length > 0
  }

  async function sendWhole(): Promise<void> {
    const whole = { part, base: known.version, ...fieldsIn(shown.values()) }
    // The schema of the call validates the fields.
    await inTurn(() => profile.save(whole as Save, { quiet: true }))
  }

  return {
    isChanged: (values: V) => changesOf(values) !== undefined,

    /** Returns false if the line failed: the text stays on the phone, and the next key press retries. */
    async saveChanges(values: V): Promise<boolean> {
      const changes = changesOf(values)
      if (!changes) return true
      try {
        const draft = { part: `${part}Draft`, base: known.version, ...changes }
        // The changes are fields of this part.
        const { version } = await inTurn(() => profile.save(draft as Save, { leaveOutcome: true }))
        known = { values, version: version ?? known.version }
        if (version === undefined) await merge()
        return true
      } catch (error) {
        if (error instanceof ApiError) return false
        throw error
      }
    },

    /** If another phone has changed the form, the save is refused, and its text is shown for a check. */
    async saveWhole(): Promise<void> {
      const { version } = known
      try {
        await sendWhole()
      } catch (error) {
        if (!(error instanceof ApiError) || isUndecided(error)) throw error
        const differs = await merge()
        if (differs || known.version === version) throw error
        // Only the answer to a save of our own was lost.
        await sendWhole()
      }
    },
  }
}

/** A form that is opened while a save is under way reads what it has saved. */
let lastSave: Promise<unknown> = Promise.resolve()

function inTurn<T>(save: () => Promise<T>): Promise<T> {
  const saving = save()
  lastSave = saving.catch(() => undefined)
  return saving
}

/** The changed parts of a form, also inside its lists; undefined if nothing has changed. */
function changesIn(now: object, before: object): object | undefined {
  const changes = Object.entries(now).flatMap(([name, value]) => {
    const change = changeOf(value, Reflect.get(before, name))
    return change === undefined ? [] : [[name, change] as const]
  })
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}

function changeOf(now: unknown, before: unknown): unknown {
  if (!Array.isArray(now)) {
    if (typeof now === 'object' && now) return changesIn(now, Object(before))
    return now === before ? undefined : now
  }
  const others: readonly unknown[] = Array.isArray(before) ? before : []
  const changes = now.map((part, at) => changeOf(part, others[at]))
  return changes.every((change) => change === undefined)
    ? undefined
    : changes.map((change) => change ?? {})
}
