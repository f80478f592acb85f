import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { judge, runCheck, type Check, type CheckResult } from './detect.ts'

const cwd = mkdtempSync(join(tmpdir(), 'detect-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const program = (code: string): Check => ({ name: 'a program', args: ['-e', code] })
const run = (code: string, limits = { firstMs: 60_000, secondMs: 60_000 }) =>
  runCheck(program(code), { cwd, env: process.env, limits }).result

describe('a check of a mutant', () => {
  it('a check fails by its exit code', () => {
    expect(run('process.exit(0)')).toBe('passed')
    expect(run('process.exit(1)')).toBe('failed')
  })

  it('a check that runs out of both limits has timed out, and has not failed', () => {
    expect(run('setInterval(() => {}, 1000)', { firstMs: 100, secondMs: 200 })).toBe('timed out')
  })

  it('a check that runs out of the first limit is run again with the second', () => {
    const onceOnly = `const fs = require('node:fs')
      if (fs.existsSync('again')) process.exit(1)
      fs.writeFileSync('again', '')
      setInterval(() => {}, 1000)`
    expect(run(onceOnly, { firstMs: 5000, secondMs: 60_000 })).toBe('failed')
  })
})

describe('a mutant', () => {
  const first: Check = { name: 'first', args: [] }
  const second: Check = { name: 'second', args: [] }
  const verdict = (...results: CheckResult[]) =>
    judge([first, second], ({ name }) => results[name === 'first' ? 0 : 1] ?? 'passed')

  it('a mutant is caught by the first check that fails', () => {
    expect(verdict('failed')).toEqual({ kind: 'caught', by: 'first' })
    expect(verdict('timed out', 'failed')).toEqual({ kind: 'caught', by: 'second' })
  })

  it('a mutant is neither caught nor survives if a check times out and no other fails', () => {
    expect(verdict('timed out', 'passed')).toEqual({ kind: 'undecided', by: 'first' })
    expect(verdict('passed', 'passed')).toEqual({ kind: 'survived' })
  })
})
