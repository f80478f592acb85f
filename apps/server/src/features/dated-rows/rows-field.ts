import { refusedRow } from '@qingzhou/domain/dated/dated-rows'
import { orRefuse } from '@qingzhou/platform/refused'
import type { Field } from '#features/proposals/index.ts'

/** Rows as they are written, one a line; `textOf` reads a line and returns it in its one form. */
export function rowsField(rowsMax: number, textOf: (line: string) => string): Field<string> {
  return {
    form: 'none',
    read: (value) => {
      const lines = typeof value === 'string' ? value.split('\n') : []
      if (lines.length === 0 || lines.length > rowsMax) {
        orRefuse(refusedRow(`${lines.length} rows`, 'value-malformed'))
      }
      return lines.map(textOf).join('\n')
    },
  }
}
