import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { postmasterOf } from '../postgres/postmaster.ts'
import { run } from '../product/run.ts'
import { root } from '../root.ts'
import { compileCache } from '../tests/test-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-sandboxes-'))

async function obey(...words: string[]) {
  const { code, output } = await run(
    process.execPath,
    [join(root, 'tools/develop/sandboxes.ts'), ...words],
    { env: { PATH: process.env['PATH'], ...compileCache, DATA_DIR: folder } },
  )
  return { code, text: output.trim() }
}

afterAll(async () => {
  for (const name of ['one', 'two']) await obey('stop', name)
  rmSync(folder, { recursive: true })
}, 120_000)

it(
  'two sandboxes have their own databases and dates, and a second start says where the first runs',
  { timeout: 300_000 },
  async () => {
    expect((await obey('list')).text).toBe('There is no sandbox.')
    const refused = await obey('start', '../one')
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('is no name') })

    const started = [(await obey('start', 'one')).text, (await obey('start', 'two')).text]
    const line = /^(one|two) {2}(http:\/\/127\.0\.0\.1:\d+)\/desk\/ {2}(\S+) {2}process (\d+)$/
    const [one, two] = started.map((text) => line.exec(text) ?? [])
    expect(one?.[1]).toBe('one')
    expect(two?.[2]).not.toBe(one?.[2])
    expect(two?.[3]).toBe(one?.[3])
    expect((await obey('start', 'one')).text).toBe(`It runs already: ${started[0]}`)

    const databases = ['one', 'two'].map(
      (name) => postmasterOf(join(folder, 'sandboxes', name, 'postgres/cluster'))?.pid,
    )
    expect(new Set(databases).size).toBe(2)
    expect(databases).not.toContain(undefined)

    const moved = await fetch(`${one?.[2]}/desk/api/business-date`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ days: 1 }),
    })
    expect(moved.status).toBe(200)
    const [first = '', second = ''] = (await obey('list')).text.split('\n')
    const dates = [first, second].map((text) => line.exec(text)?.[3] ?? '')
    expect(dates[1]).toBe(two?.[3])
    expect(Date.parse(dates[0] ?? '') - Date.parse(dates[1] ?? '')).toBe(86_400_000)

    expect((await obey('stop', 'one')).text).toBe(`one has ended (process ${one?.[4]}).`)
    expect((await obey('list')).text).toBe(`one  stopped\n${second}`)
    expect((await obey('stop', 'one')).text).toBe('one does not run.')
  },
)
