import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ACCRUAL_SQL, mutants, plantMutant } from './mutants/list.ts'
import { root } from '@qingzhou/tools/root.ts'

describe('the mutants of npm run prove -- mutants', () => {
  it('apply to the current code, each in exactly one place', () => {
    for (const mutant of mutants) {
      const text = readFileSync(join(root, mutant.file), 'utf8')
      expect(plantMutant(text, mutant)).not.toBe(text)
    }
  })

  it('are many, in the rules and in the accrual by SQL', () => {
    const inSql = mutants.filter(({ file }) => file === ACCRUAL_SQL)
    expect(inSql.length).toBeGreaterThanOrEqual(10)
    expect(mutants.length - inSql.length).toBeGreaterThanOrEqual(40)
    expect(new Set(mutants.map(({ file, name }) => `${file} ${name}`)).size).toBe(mutants.length)
  })
})
