import { isPhone } from '@qingzhou/domain/people/fields'

/** The people of a list file: one phone or customer number a line. Wrong lines are named by their number only. */
export function readList(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const wrong = lines.flatMap((line, index) =>
    line === '' || isPhone(line) || /^\d{10,24}$/.test(line) ? [] : [index + 1],
  )
  if (wrong.length > 0) {
    const shown = wrong.slice(0, WRONG_SHOWN).join(', ')
    throw new Error(
      `The list has ${wrong.length} lines without a phone or customer number: ${shown}.`,
    )
  }
  const entries = lines.filter((line) => line !== '')
  if (entries.length === 0) throw new Error('The list is empty.')
  return entries
}

const WRONG_SHOWN = 10
