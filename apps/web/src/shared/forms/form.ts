import { startTransition, useRef, useState } from 'react'
import { clearDraft, saveDraft, storedDraft } from './draft.ts'

type Values = Record<string, string | boolean>

/** Any schema of the contract: form and server use the same. */
export type Rule = {
  /** Whether a text can still become valid by typing on. */
  canBecome?(value: unknown): boolean
  safeParse(value: unknown):
    | { readonly success: true }
    | {
        readonly success: false
        readonly error: { readonly issues: readonly { readonly message: string }[] }
      }
}

export type FormSetup<V extends Values> = {
  /** The draft name of the input. */
  readonly draft: string
  readonly initial: V
  readonly rules: { readonly [K in keyof V]?: Rule }
  /** Never stored: codes, passwords, consent. */
  readonly notPersisted: readonly (keyof V)[]
}

type NamesOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string
type Errors<V> = { readonly [K in keyof V]?: string | undefined }

/**
 * Values, errors and focus of a form.
 *
 * A field is validated while it is typed, once it can no longer become valid, on blur and on submit; its
 * error disappears as soon as the value is valid.
 */
export function useForm<V extends Values>(setup: FormSetup<V>) {
  const { values, change } = useKeptValues(setup)
  const { errors, show, sourceOf, withdraw } = useErrors<V>()
  const places = usePlaces<keyof V>()
  const isTouched = useRef(new Set<keyof V>())

  function set<K extends keyof V>(name: K, value: V[K]) {
    isTouched.current.add(name)
    // The name and the value belong together.
    change({ [name]: value } as unknown as Partial<V>)
    const rule = setup.rules[name]
    const wrong = wrongWith(rule, value)
    if (wrong && rule && rule.canBecome && !rule.canBecome(value)) show(name, wrong, 'typing')
    else if (errors[name] && (!wrong || sourceOf(name))) show(name, undefined)
    withdraw(name)
  }

  /** A field that is still empty after a refusal keeps the reason of the refusal. */
  function validate(name: keyof V, explain = wrongWith) {
    const wrong = explain(setup.rules[name], values[name])
    const source = sourceOf(name)
    if (!wrong || source === undefined || source === 'typing') show(name, wrong)
    return wrong
  }

  /** Sets several values from outside the keyboard and clears their errors. */
  function setValues(news: Partial<V>) {
    change(news)
    for (const name of Object.keys(news)) show(name, undefined)
  }

  // Focusing a field is no error; leaving it partially filled is.
  const leave = (name: keyof V) =>
    isTouched.current.has(name) && afterTap(() => void validate(name))

  /** Validates fields in page order; focuses the first invalid one. */
  function check(...names: (keyof V)[]): boolean {
    const [firstBad] = names.filter((name) => validate(name, askFor) !== undefined)
    if (firstBad !== undefined) places.focus(firstBad)
    return firstBad === undefined
  }

  /** Shows an error that only the server can detect, until a field it is about is changed. */
  function fail(name: keyof V, message: string, about: readonly (keyof V)[] = [name]) {
    show(name, message, about)
    places.focus(name)
  }

  /** A code is wrong as a whole: typing it again begins with empty boxes. */
  function failCode(name: NamesOf<V, string>, message: string) {
    // The type parameter allows names of text fields only.
    setValues({ [name]: '' } as unknown as Partial<V>)
    fail(name, message)
  }

  const parts = { values, errors, set, leave, place: places.place }
  return {
    values,
    set,
    setValues,
    check,
    setError: show,
    fail,
    failCode,
    focus: places.focus,
    text: <K extends NamesOf<V, string>>(name: K) => textProps(parts, name),
    tick: <K extends NamesOf<V, boolean>>(name: K) => tickProps(parts, name),
    forget: () => clearDraft(setup.draft),
  }
}

/** Told while typing, or by the server about these fields. */
type Source<V> = 'typing' | readonly (keyof V)[]

/** The error of each field. What only the server can detect, or was told while typing, ends by a change. */
function useErrors<V extends Values>() {
  const [errors, setErrors] = useState<Errors<V>>({})
  const sources = useRef(new Map<keyof V, Source<V>>())

  function show(name: keyof V, error: string | undefined, source?: Source<V>) {
    if (source) sources.current.set(name, source)
    else sources.current.delete(name)
    setErrors((current) => ({ ...current, [name]: error }))
  }

  /** Removes the server's errors about a field that was changed. */
  function withdraw(changed: keyof V) {
    for (const [name, source] of sources.current) {
      if (source !== 'typing' && source.includes(changed)) show(name, undefined)
    }
  }

  return { errors, show, withdraw, sourceOf: (name: keyof V) => sources.current.get(name) }
}

/** The values, and a draft of the fields that were changed here; the others are the server's. */
function useKeptValues<V extends Values>(setup: FormSetup<V>) {
  const [values, setValues] = useState<V>(() => ({ ...setup.initial, ...draftValues(setup) }))
  const latest = useRef(values)

  function change(news: Partial<V>) {
    const { draft, notPersisted } = setup
    latest.current = { ...latest.current, ...news }
    setValues(latest.current)
    const kept = Object.entries(news).filter(([name]) => !notPersisted.includes(name))
    if (kept.length > 0) saveDraft(draft, { ...storedDraft(draft), ...Object.fromEntries(kept) })
  }

  return { values, change }
}

type Parts<V extends Values> = {
  readonly values: V
  readonly errors: Errors<V>
  readonly set: <K extends keyof V>(name: K, value: V[K]) => void
  readonly leave: (name: keyof V) => void
  readonly place: (name: keyof V) => (element: HTMLElement | null) => void
}

function textProps<V extends Values, K extends NamesOf<V, string>>(parts: Parts<V>, name: K) {
  return {
    // The type parameter allows names of text fields only, which TypeScript cannot infer for V[K].
    value: parts.values[name] as string,
    onChange: (value: string) => parts.set(name, value as V[K]),
    onBlur: () => parts.leave(name),
    error: parts.errors[name],
    ref: parts.place(name),
  }
}

function tickProps<V extends Values, K extends NamesOf<V, boolean>>(parts: Parts<V>, name: K) {
  return {
    // As above, for checkboxes.
    checked: parts.values[name] as boolean,
    onChange: (checked: boolean) => parts.set(name, checked as V[K]),
    error: parts.errors[name],
    ref: parts.place(name),
  }
}

/**
 * Draws a change after the tap that is under way, if any: a button that moves under a finger is not pressed. What
 * the tap itself changes comes later, and replaces it.
 */
function afterTap(change: () => void) {
  if (!document.querySelector(':active')) return change()
  addEventListener('click', () => startTransition(change), { capture: true, once: true })
}

/** The message of a rule for a value that does not satisfy it. */
function wrongWith(rule: Rule | undefined, value: unknown): string | undefined {
  const verdict = rule?.safeParse(value)
  return verdict && !verdict.success ? verdict.error.issues[0]?.message : undefined
}

/**
 * The message on submit: it asks for the right format by the field's name, and adds the message of the
 * rule unless that says only that the format is wrong.
 */
function askFor(rule: Rule | undefined, value: unknown): string | undefined {
  const wrong = wrongWith(rule, value)
  const asked = wrongWith(rule, undefined)
  if (!wrong || !value || !asked || !asked.includes('格式')) return wrong
  return wrong.includes('格式') ? asked : `${asked}，${wrong}`
}

/** The element of each field. */
function usePlaces<Name>() {
  const elements = useRef(new Map<Name, HTMLElement>())

  return {
    place: (name: Name) => (element: HTMLElement | null) => {
      if (element) elements.current.set(name, element)
      else elements.current.delete(name)
    },
    focus: (name: Name) => focusWithin(elements.current.get(name)),
  }
}

/** A field may wrap its control: focus the control inside. */
function focusWithin(element: HTMLElement | undefined) {
  if (!element) return
  const inside = element.querySelector<HTMLElement>('input, textarea, button')
  ;(inside ?? element).focus()
}

/** The stored draft is untrusted: only values of the form's own fields and types are used. */
function draftValues<V extends Values>({ draft, initial }: FormSetup<V>): Partial<V> {
  const isOurs = ([name, value]: [string, unknown]) => typeof value === typeof initial[name]
  // Every remaining pair has a valid name and a value of its type.
  return Object.fromEntries(Object.entries(storedDraft(draft)).filter(isOurs)) as Partial<V>
}
