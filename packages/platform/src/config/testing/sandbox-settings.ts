import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { readConfig } from '../config.ts'

/** The settings that the sandbox needs, with a folder that is removed after the tests of the file. */
export function sandboxSettings() {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-config-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  return {
    DATABASE_URL: 'postgresql:///x',
    DATA_DIR: directory,
    SANDBOX_URL: 'http://127.0.0.1:9/',
    SANDBOX_SECRET: 'any',
  }
}

/** Why settings are refused; empty if they are not. */
export function complaintsOf(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return String(error)
  }
}
