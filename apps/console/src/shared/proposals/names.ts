import type { Language } from '#platform/language.ts'

type Names = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** The name of a value of the server in a catalogue; the value itself if a newer server has more. */
export function nameIn(names: Names, value: string, language: Language): string {
  return names[value]?.[language] ?? value
}
