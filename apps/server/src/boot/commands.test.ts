import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@qingzhou/tools/product/run.ts'
import { expect, it } from 'vitest'

async function start(program: 'main' | 'worker', words: string[], settings = {}) {
  const { code, output } = await run(
    process.execPath,
    [join(import.meta.dirname, `../${program}.ts`), ...words],
    {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: mkdtempSync(join(tmpdir(), 'qingzhou-commands-')),
        DATABASE_URL: 'postgresql://127.0.0.1:1/none',
        SANDBOX_URL: 'http://127.0.0.1:1',
        SANDBOX_SECRET: 'of the test',
        ...settings,
      },
    },
  )
  return { code, output: output.trim() }
}

it('a server or worker started with an unknown word says so and does not start', async () => {
  expect(await start('main', ['rotate-key'])).toEqual({
    code: 1,
    output: 'npm run serve does not know "rotate-key". It takes no word, or rotate-keys.',
  })
  expect(await start('worker', ['fast'])).toEqual({
    code: 1,
    output: 'npm run worker takes no words, but got "fast".',
  })
})

it('a worker without a place for tasks does not end silently', async () => {
  const { code, output } = await start('worker', [], { WORKERS: '0' })
  expect(code).toBe(1)
  expect(output).toBe('The server cannot start: WORKERS=0 leaves a worker without work.')
})

it('a worker with wrong settings names them in a sentence, not as a stack trace', async () => {
  const { code, output } = await start('worker', [], { WORKERS: 'many' })
  expect(code).toBe(1)
  expect(output).toMatch(/^The server cannot start: WORKERS /)
  expect(output).not.toContain(' at ')
})
