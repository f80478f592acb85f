import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { complaintsOf as complaintsIn } from './testing/sandbox-settings.ts'
import { readConfig } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'qingzhou-wrapped-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

const newKey = () => randomBytes(32).toString('base64')
const [key, second, index] = [newKey(), newKey(), newKey()]
const wrap = (plain: string) => `kms:v1:${Buffer.from(plain).toString('hex')}`

/** A program in the place of a key management service; returns the command that runs it. */
function commandOf(name: string, source: string): string {
  const path = join(directory, `${name}.mjs`)
  writeFileSync(path, `import { appendFileSync, readFileSync } from 'node:fs'\n${source}`)
  return `${process.execPath} ${path} decrypt`
}

const calls = join(directory, 'calls')
const unwrapping = commandOf(
  'unwrap',
  `const wrapped = readFileSync(0, 'utf8')
   appendFileSync(${JSON.stringify(calls)}, process.argv[2] + ' ' + Object.keys(process.env).includes('DATABASE_URL') + '\\n')
   process.stdout.write(Buffer.from(wrapped.replace('kms:v1:', ''), 'hex').toString())`,
)

const production = {
  MODE: 'production',
  DATABASE_URL: 'postgresql:///x',
  PUBLIC_URL: 'https://loans.example/',
  PROVIDERS_URL: 'https://gateway.example',
  PROVIDERS_SECRET: newKey(),
  CONSENT_URL: 'https://consent.example',
  METRICS_TOKEN: newKey(),
  PROXY_HOPS: '1',
  BRAND_FILE: join(import.meta.dirname, '../../../ui/src/gallery/brand.example.json'),
  LENDER_KEY_FILE: 'lender-key.pem',
  LENDER_CERTIFICATE_FILE: 'lender.pem',
  VAULT_KEYS: `2026:${wrap(key)},2027:${wrap(second)}`,
  VAULT_INDEX_KEY: wrap(index),
  KEYS_WRAPPED_BY: 'command',
}

const complaintsOf = (environment: Record<string, string | undefined>) =>
  complaintsIn({ ...production, ...environment })

const expectNoKeys = (text: string) => {
  for (const one of [key, second, index]) {
    expect(text).not.toContain(one)
    expect(text).not.toContain(wrap(one))
  }
}

describe('wrapped keys of the vault', () => {
  it('are unwrapped once each by the command, which does not get our secrets', () => {
    vi.stubEnv('DATABASE_URL', 'postgresql:///x')
    const { vaultKeys } = readConfig({ ...production, UNWRAP_COMMAND: unwrapping })
    expect(vaultKeys.sealing).toEqual([
      { id: '2026', bytes: Buffer.from(key, 'base64') },
      { id: '2027', bytes: Buffer.from(second, 'base64') },
    ])
    expect(vaultKeys.index).toEqual(Buffer.from(index, 'base64'))
    expect(readFileSync(calls, 'utf8')).toBe('decrypt false\n'.repeat(3))
  })

  it('wrapped keys of the vault are plain without the setting', () => {
    const plain = { VAULT_KEYS: `2026:${key}`, VAULT_INDEX_KEY: index, KEYS_WRAPPED_BY: undefined }
    expect(readConfig({ ...production, ...plain }).vaultKeys.index.toString('base64')).toBe(index)
    const wrapped = complaintsOf({ KEYS_WRAPPED_BY: undefined })
    expect(wrapped).toContain('VAULT_KEYS (2026) is not 32 bytes in base64')
    expectNoKeys(wrapped)
  })

  it('need a command, and a known way of wrapping', () => {
    expect(complaintsOf({})).toContain('UNWRAP_COMMAND is missing')
    expect(complaintsOf({ KEYS_WRAPPED_BY: 'magic' })).toContain(
      'KEYS_WRAPPED_BY has to be one of none, command',
    )
  })

  const reveal = `const wrapped = readFileSync(0, 'utf8')
    const plain = Buffer.from(wrapped.replace('kms:v1:', ''), 'hex').toString()
    process.stderr.write('cannot decrypt ' + wrapped + ' ' + plain)\n`
  it.each([
    [
      'ended with status 3',
      commandOf('failing', `${reveal} process.stdout.write(plain); process.exit(3)`),
    ],
    ['was ended by SIGKILL', commandOf('killed', `${reveal} process.kill(process.pid, 'SIGKILL')`)],
    ['printed no key', commandOf('silent', reveal)],
    ['did not run (ENOENT)', join(directory, 'no-such-program')],
    ['did not run (ENOBUFS)', commandOf('long', `process.stdout.write('x'.repeat(100_000))`)],
  ])('are refused with the failure and without any key: %s', (problem, command) => {
    const complaints = complaintsOf({ UNWRAP_COMMAND: command })
    const [program = ''] = command.split(' ')
    for (const name of ['VAULT_KEYS (2026)', 'VAULT_KEYS (2027)', 'VAULT_INDEX_KEY']) {
      expect(complaints).toContain(
        `${name} cannot be unwrapped: UNWRAP_COMMAND (${program}) ${problem}`,
      )
    }
    expectNoKeys(complaints)
  })

  it('are checked as plain ones are', () => {
    const complaints = complaintsOf({
      UNWRAP_COMMAND: unwrapping,
      VAULT_KEYS: `2026:${wrap('short')},2027:${wrap(index)}`,
    })
    expect(complaints).toContain('VAULT_KEYS (2026) is not 32 bytes in base64')
    expect(complaints).toContain('VAULT_INDEX_KEY has the same value as VAULT_KEYS (2027)')
    expectNoKeys(complaints)
  })

  it('are not in what a refused start prints', () => {
    const UNWRAP_COMMAND = commandOf('revealing', `${reveal} process.exit(1)`)
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../../../apps/server/src/main.ts')],
      { env: { PATH: process.env['PATH'], ...production, UNWRAP_COMMAND }, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect(stdout).toContain('VAULT_INDEX_KEY cannot be unwrapped')
    expectNoKeys(stdout + stderr)
  })
})
