import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { freePort } from './postgres/port.ts'
import { end, launchProduct } from './product/product-process.ts'

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

describe('npm start', { timeout: 120_000 }, () => {
  it('serves the borrower’s app and ends cleanly on a signal', async () => {
    const product = await launchProduct({ directory, port })
    const answer = await fetch(product.address)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<html')
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

  it('reports that the port is in use', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await expect(launchProduct({ directory, port })).rejects.toThrow(
      `Port ${port} is used by another program: stop it, or set PORT to another number.`,
    )
    other.close()
  })
})
