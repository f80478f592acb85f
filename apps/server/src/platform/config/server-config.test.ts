import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'qingzhou-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

const sandbox = {
  DATABASE_URL: 'postgresql:///x',
  DATA_DIR: directory,
  SANDBOX_URL: 'http://127.0.0.1:9/',
  SANDBOX_SECRET: 'any',
}

const complaintsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('the brand', () => {
  it('reads the brand file, and names what is wrong with it', () => {
    expect(readConfig(sandbox).brand).toBeUndefined()
    const BRAND_FILE = join(
      import.meta.dirname,
      '../../../../../packages/ui/src/gallery/brand.example.json',
    )
    expect(readConfig({ ...sandbox, BRAND_FILE }).brand?.lender.product).toBe('远帆')
    expect(complaintsOf({ ...sandbox, BRAND_FILE: '/nowhere' })).toContain('BRAND_FILE: ENOENT')
  })
})

function serversOf(settings: Record<string, string>): number {
  return readConfig({ ...sandbox, ...settings }).servers
}

describe('the number of server processes', () => {
  it('is 1, a given number, or one per core as far as the database connections suffice', () => {
    expect(serversOf({})).toBe(1)
    expect(serversOf({ SERVERS: '3' })).toBe(3)
    const cores = availableParallelism()
    expect(serversOf({ SERVERS: 'auto', DATABASE_CONNECTIONS_MAX: '256' })).toBe(
      Math.min(cores, 64),
    )
    expect(serversOf({ SERVERS: 'auto', DATABASE_CONNECTIONS_MAX: '7' })).toBe(1)
    expect(serversOf({ SERVERS: 'auto', DATABASE_CONNECTIONS_MAX: '0' })).toBe(1)
  })

  it.each(['0', '65', '-1', '1.5', 'all', '100'])('cannot be %s', (text) => {
    const complaints = complaintsOf({ ...sandbox, SERVERS: text })
    expect(complaints).toContain('SERVERS has to be auto or a whole number from 1 to 64')
  })

  it('leaves each process enough database connections', () => {
    const settings = { ...sandbox, SERVERS: '4', DATABASE_CONNECTIONS_MAX: '15' }
    expect(complaintsOf(settings)).toContain('SERVERS=4 needs DATABASE_CONNECTIONS_MAX of 16')
  })
})
