import { language, type Language } from './language.ts'

type Message = string | ((...values: never[]) => string)
/** The messages of one subject: each in both languages. */
type Catalogue = { readonly [key: string]: Readonly<Record<Language, Message>> }

type MessageForm<M> = M extends string ? string : M
export type Messages<C extends Catalogue> = { readonly [K in keyof C]: MessageForm<C[K]['zh']> }

/** A message without its other language, or with other values, does not compile. */
export function catalogue<const C extends Catalogue>(
  messages: C & { readonly [K in keyof C]: Record<Language, MessageForm<C[K]['zh']>> },
): C {
  return messages
}

const byLanguage = new WeakMap<Catalogue, Partial<Record<Language, object>>>()

/** The messages of a catalogue in the chosen language, observed. */
export function useMessages<C extends Catalogue>(messages: C): Messages<C> {
  return messagesIn(messages, language.use())
}

/** For code outside a component, such as the names of an export's columns. */
function messagesIn<C extends Catalogue>(messages: C, chosen: Language): Messages<C> {
  const known = byLanguage.get(messages) ?? {}
  known[chosen] ??= Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, message[chosen]]),
  )
  byLanguage.set(messages, known)
  // Built entry by entry from the catalogue; TypeScript cannot infer a record from entries.
  return known[chosen] as Messages<C>
}
