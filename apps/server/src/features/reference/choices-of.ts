import { choices, type ChoiceKind } from './choices.ts'

type Choices = { [K in ChoiceKind]?: { code: string; name: string }[] }

/** The lists asked for, and no others. */
export function choicesOf(kinds: readonly ChoiceKind[]): { choices: Choices } {
  const lists: Choices = {}
  for (const kind of kinds) lists[kind] = [...choices[kind]]
  return { choices: lists }
}
