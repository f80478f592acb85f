import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { calls } from '@qingzhou/contract/calls'
import { createClient, type Transport, type Client } from '@qingzhou/server/testing/client.ts'
import { diskOf, firstMessage, forkOnSmallDisk, type SmallDisk } from './small-disk.ts'

const program = join(import.meta.dirname, 'server-on-small-disk.ts')

let folders: string[] = []
let child: ChildProcess
let disk: SmallDisk
let address: string
let client: Client

beforeAll(async () => {
  folders = ['disk', 'elsewhere'].map((name) => mkdtempSync(join(tmpdir(), `qingzhou-${name}-`)))
  const [folder = '', elsewhere = ''] = folders
  chmodSync(folder, 0o755)
  child = forkOnSmallDisk(program, { folder, megabytes: 300, words: [folder, elsewhere] })
  const message = await firstMessage(child)
  // Sent by the child program.
  address = (message as { address: string }).address
  disk = diskOf(child, folder)
  client = createClient({ inject }, { nowMs: Date.now, ip: '192.0.2.1' })
}, 120_000)

afterAll(async () => {
  const exit = once(child, 'exit')
  child.disconnect()
  await exit
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}, 60_000)

const inject: Transport['inject'] = async ({ method, url, headers, body }) => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${address}${url}`, { method, headers, ...sent })
  const text = await response.text()
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    cookies: [],
    json: () => JSON.parse(text),
  }
}

async function readiness() {
  const response = await fetch(`${address}/readyz`)
  // The shape of the readiness response.
  const { missing } = (await response.json()) as { missing: string[] }
  return [response.status, missing]
}

const write = () => client.send(calls.onboarding.newCaptcha)

/** Writes fail only once a table needs a new page, so some writes may succeed first. */
async function writeUntilRefused() {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await write()
    if (answer.status !== 200) return answer
  }
  throw new Error('2,000 writes succeeded on a full disk')
}

it(
  'a full disk refuses writes with 503 and Retry-After, serves reads, and recovers by itself',
  { timeout: 180_000 },
  async () => {
    expect(await readiness()).toEqual([200, []])
    expect((await write()).status).toBe(200)
    disk.fill()

    await expect
      .poll(readiness, { timeout: 30_000 })
      .toEqual([
        503,
        [
          'storage: database cannot be written (53100)',
          'storage: uploads cannot be written (ENOSPC)',
        ],
      ])
    const refused = await writeUntilRefused()
    expect(refused.status).toBe(503)
    expect(refused.headers).toHaveProperty('retry-after')
    expect((await client.send(calls.system.version)).status).toBe(200)
    expect((await client.send(calls.cards.supportedBanks)).status).toBe(200)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)

    disk.free()
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([200, []])
    expect((await write()).status).toBe(200)
  },
)
