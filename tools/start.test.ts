import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { compressMissing } from './develop/build.ts'
import { freePort } from './postgres/port.ts'
import { postmasterOf } from './postgres/postmaster.ts'
import { end, launchProduct } from './product/product-process.ts'
import { createProgress } from './product/progress.ts'
import { run } from './product/run.ts'
import { root } from './root.ts'

let directory: string
let port: number

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'qingzhou-start-'))
  port = await freePort()
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('npm run dev', { timeout: 120_000 }, () => {
  it('serves both apps from their sources and the calls at one address, and ends on a signal', async () => {
    const { address, process } = await launchProduct({ directory, port, program: 'develop/dev.ts' })
    const text = async (path: string) => (await fetch(`${address}${path}`)).text()
    expect(await text('/')).toContain('/src/app/start.ts')
    expect(await text('/desk/')).toContain('/desk/src/')
    expect(await text('/desk/api/people')).toContain('"people"')
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(await end(process, 'SIGTERM')).toBe(0)
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })
})

describe('the files of a built app', () => {
  it('are compressed once, in place when complete, and small ones not at all', async () => {
    const [large, small] = [join(directory, 'a.js'), join(directory, 'b.js')]
    writeFileSync(large, 'let a = 1\n'.repeat(1_000))
    writeFileSync(small, 'let b = 1\n')
    await compressMissing(directory)
    expect(readdirSync(directory).toSorted()).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'b.js'])
    expect(brotliDecompressSync(readFileSync(`${large}.br`))).toEqual(readFileSync(large))
    writeFileSync(`${large}.br`, 'kept')
    await compressMissing(directory)
    expect(readFileSync(`${large}.br`, 'utf8')).toBe('kept')
  })
})

describe('npm start', { timeout: 300_000 }, () => {
  it('serves the borrower’s app and ends cleanly on a signal', async () => {
    const product = await launchProduct({ directory, port })
    const answer = await fetch(product.address)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<html')
    const log = readFileSync(join(directory, 'product.log'), 'utf8')
    for (const step of ['starting the database', 'starting the sandbox', 'building the pages']) {
      expect(log.toLowerCase()).toContain(`${step} …`)
    }
    expect(log).not.toContain('\u001B')
    // The lender's key at the payment app of the sandbox.
    const key = statSync(join(directory, 'sandbox/lender-alipay.pem'))
    expect(key.mode & 0o777).toBe(0o600)

    // A second instance is refused, and the first keeps its database.
    const database = postmasterOf(join(directory, 'postgres/cluster'))
    const second = await refusal('tools/start.ts', { PORT: String(await freePort()) })
    expect(second).toBe(
      `The data folder ${directory} is in use by another 轻舟 (process ${product.process.pid}): ` +
        'stop that one, or set DATA_DIR to another folder and PORT to another number.',
    )
    expect(postmasterOf(join(directory, 'postgres/cluster'))).toEqual(database)
    expect((await fetch(`${product.address}/readyz`)).status).toBe(200)
    expect(await end(product.process, 'SIGTERM')).toBe(0)
    await expect(fetch(product.address)).rejects.toThrow('fetch failed')
  })

  it('works again at once after kill -9', async () => {
    const first = await launchProduct({ directory, port })
    await end(first.process, 'SIGKILL')
    const second = await launchProduct({ directory, port })
    expect((await fetch(second.address)).status).toBe(200)
    expect(await end(second.process, 'SIGTERM')).toBe(0)
  })
})

describe.each(['tools/start.ts', 'apps/server/src/main.ts'])(
  '%s',
  { timeout: 120_000 },
  (program) => {
    it('refuses in one sentence a port and a data folder that it cannot use', async () => {
      const other = createServer().listen(port, '127.0.0.1')
      const file = join(directory, 'file')
      writeFileSync(file, '')
      const folder = (path: string) => refusal(program, { DATA_DIR: path })
      const free = { PORT: String(await freePort()) }
      const refusals = await Promise.all([
        refusal(program, {}),
        refusal(program, { PORT: 'http' }),
        folder(file),
        folder(join(file, 'data')),
        // Where no folder can be created, for root neither.
        refusal(program, { ...free, DATA_DIR: '/proc/qingzhou/data' }),
        refusal(program, { ...free, DATA_DIR: '/sys/qingzhou' }),
      ])
      other.close()
      const otherwise = 'set DATA_DIR to another folder.'
      expect(refusals).toEqual([
        `Port ${port} is used by another program: stop it, or set PORT to another number.`,
        'The server cannot start: PORT has to be a whole number from 0 to 65535.',
        `The data folder ${file} is a file, not a folder: ${otherwise}`,
        `The data folder ${file}/data is inside a file, not a folder: ${otherwise}`,
        `The data folder /proc/qingzhou/data cannot be created on this file system: ${otherwise}`,
        expect.stringMatching(
          /^The data folder \/sys\/qingzhou is (not writable|on a read-only file system): set DATA_DIR to another folder\.$/,
        ),
      ])
    })
  },
)

describe('the progress of a start', () => {
  it('is one line in a terminal, which never exceeds its width and is cleared at the end', async () => {
    const written: string[] = []
    const write = (text: string) => void written.push(text)
    const progress = createProgress({ isTTY: true, columns: 24, write })
    await progress.during('starting the database', async () => progress.say('a line'))
    progress.end()
    const clear = '\r\u001B[K'
    const drawn = `${clear}0 s: starting the datab`
    expect(written).toEqual([drawn, `${clear}a line\n`, drawn, clear, clear])
  })
})

/** What a program prints that refuses to start. */
async function refusal(program: string, settings: Record<string, string>): Promise<string> {
  const isServer = program.startsWith('apps/')
  const { code, output } = await run(process.execPath, [join(root, program)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...(isServer && {
        DATABASE_URL: 'postgresql:///nowhere',
        SANDBOX_URL: 'http://127.0.0.1',
        SANDBOX_SECRET: 'not needed',
      }),
      PORT: String(port),
      DATA_DIR: directory,
      ...settings,
    },
  })
  expect(code).toBe(1)
  return output.trimEnd()
}
