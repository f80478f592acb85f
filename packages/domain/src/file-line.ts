import { assert } from '#assert.ts'

/** A line of a file that is handed over: fields divided by bars. */
export function fileLine(...fields: readonly string[]): string {
  for (const field of fields) {
    assert(!/[|\r\n]/.test(field), 'a field of a file has neither a bar nor a line break')
  }
  return `${fields.join('|')}\n`
}
