import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PART_BYTES } from '@qingzhou/contract/wire/files'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { customerNo } from '#ids.ts'
import { createLimiter } from '#database/rate-limit-store.ts'
import { createDatabase, type PoolDatabase } from '#database/pool.ts'
import { createVault } from '#database/vault/vault.ts'
import { isAnyStatementWaiting } from '#testing/lock-waits.ts'
import { announceFile, partsOf } from './testing/parts.ts'
import { deleteOldUploads, endUpload } from './upload-store.ts'
import { dropUpload, readUpload, receivePart, type UploadKey } from './uploads.ts'

const vault = createVault({
  sealing: [{ id: 'k', bytes: Buffer.alloc(32, 1) }],
  index: Buffer.alloc(32, 2),
})
const now = () => new Date('2026-11-15T04:00:00Z')
let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 4, onIdleError: () => {} })
})
afterAll(() => database.close())
const deps = () => ({ database, vault, now, limiter: createLimiter({ database, vault, now }) })

let owners = 0
function newKey(more: Partial<UploadKey> = {}): UploadKey {
  owners += 1
  const customer = customerNo(`C${owners}`)
  return { customer, staffNo: '', about: 'a test', uploadNo: 'upload-0123456789', ...more }
}

/** Three parts, the last one short. */
const bytes = Buffer.alloc(2 * PART_BYTES + 1000, 'planted in clear ')
const file = announceFile(bytes)
const parts = partsOf(bytes)
const read = (key: UploadKey) => readUpload(database, { vault }, key)

describe('a file uploaded in parts', () => {
  it('is complete after the last part, in any order', async () => {
    const key = newKey()
    const answers = []
    for (const at of [0, 2, 1])
      answers.push(await receivePart(deps(), key, { ...file, part: parts[at] }))
    expect(answers.map((answer) => answer.parts)).toEqual([1, 1, 3])
    expect(answers.map((answer) => answer.isWhole)).toEqual([false, false, true])
    expect(await read(key)).toEqual({ bytes, fileName: 'invoice.jpg' })
  })

  it('reports its progress, and a query starts nothing', async () => {
    const key = newKey()
    expect(await receivePart(deps(), key, file)).toMatchObject({ parts: 0, isWhole: false })
    const [row] = await database.query<{ count: bigint }>(
      'SELECT count(*) FROM uploads WHERE customer_no = $1',
      [key.customer],
    )
    expect(row?.count).toBe(0n)
    await receivePart(deps(), key, { ...file, part: parts[0] })
    expect(await receivePart(deps(), key, file)).toMatchObject({ parts: 1, isWhole: false })
    expect(await read(key)).toBeUndefined()
  })

  it('accepts the same part twice, even concurrently', async () => {
    const key = newKey()
    await Promise.all(
      [0, 0, 1, 1].map((at) => receivePart(deps(), key, { ...file, part: parts[at] })),
    )
    const last = await receivePart(deps(), key, { ...file, part: parts[2] })
    expect(last).toMatchObject({ parts: 3, isWhole: true })
    expect((await read(key))?.bytes.equals(bytes)).toBe(true)
  })

  it('is finished also for a request that waited while another one finished it', async () => {
    const key = newKey()
    for (const part of parts) await receivePart(deps(), key, { ...file, part })
    let waiting: Promise<unknown> | undefined
    await database.inTransaction(async (tx) => {
      await endUpload(tx, key, 'file-1')
      waiting = receivePart(deps(), key, { ...file, part: parts[2] })
      await vi.waitUntil(() => isAnyStatementWaiting(database), { timeout: 30_000 })
    })
    expect(await waiting).toEqual({ parts: 3, isWhole: true, fileNo: 'file-1' })
  })

  it.each([
    ['size', { size: file.size + 1 }],
    ['digest', { digest: 'f'.repeat(64) }],
  ])(
    'a file uploaded in parts with another %s under the same number is refused',
    async (_, other) => {
      const key = newKey()
      await receivePart(deps(), key, { ...file, part: parts[0] })
      const refusal = { kind: 'number-taken' }
      await expect(receivePart(deps(), key, { ...file, ...other })).rejects.toMatchObject({
        refusal,
      })
    },
  )

  it('is refused with a part of wrong length or beyond its end', async () => {
    const refusal = { kind: 'file-damaged' }
    for (const part of [
      { at: 0, bytes: Buffer.alloc(100).toString('base64') },
      { at: 2, bytes: Buffer.alloc(1001).toString('base64') },
      { at: 3, bytes: Buffer.alloc(1).toString('base64') },
      { at: 25, bytes: parts[0]?.bytes ?? '' },
    ]) {
      await expect(receivePart(deps(), newKey(), { ...file, part })).rejects.toMatchObject({
        refusal,
      })
    }
  })

  it('is deleted when it does not match the announced digest, and can be sent again', async () => {
    const key = newKey()
    const wrong = { ...file, digest: 'a'.repeat(64) }
    for (const part of parts) await receivePart(deps(), key, { ...wrong, part })
    await expect(read(key)).rejects.toMatchObject({ refusal: { kind: 'file-damaged' } })
    expect(await receivePart(deps(), key, file)).toMatchObject({ parts: 0 })
    expect(await receivePart(deps(), key, { ...file, part: parts[0] })).toMatchObject({ parts: 1 })
  })

  it('keeps its resulting file number and accepts no more parts', async () => {
    const key = newKey()
    for (const part of parts) await receivePart(deps(), key, { ...file, part })
    await endUpload(database, key, 'f1')
    const again = await receivePart(deps(), key, { ...file, part: parts[0] })
    expect(again).toEqual({ parts: 3, isWhole: true, fileNo: 'f1' })
    expect(await read(key)).toBeUndefined()
    await dropUpload(database, key)
    expect(await receivePart(deps(), key, file)).toMatchObject({ parts: 0, fileNo: undefined })
  })

  it('is separate per owner, sender and purpose', async () => {
    const key = newKey()
    await receivePart(deps(), key, { ...file, part: parts[0] })
    for (const other of [newKey(), { ...key, staffNo: 'S1' }, { ...key, about: 'other' }]) {
      expect(await receivePart(deps(), other, file)).toMatchObject({ parts: 0 })
    }
  })

  it('a file uploaded in parts is stored encrypted', async () => {
    const key = newKey()
    await receivePart(deps(), key, { ...file, fileName: 'planted name.jpg', part: parts[0] })
    const rows = await database.query<{ row: string }>(
      `SELECT u::text || p::text AS row FROM uploads u JOIN upload_parts p USING (customer_no)
        WHERE customer_no = $1`,
      [key.customer],
    )
    const text = JSON.stringify(rows)
    for (const planted of ['planted', file.digest]) {
      expect(text).not.toContain(planted)
      expect(text).not.toContain(Buffer.from(planted).toString('hex'))
    }
    expect(rows).toHaveLength(1)
  })
})

const small = (n: number) => {
  const content = Buffer.from(`file ${n}`)
  return { ...announceFile(content), part: partsOf(content)[0] }
}

describe('uploads', () => {
  it('are limited per owner and day', async () => {
    const key = newKey()
    for (let n = 0; n < 100; n += 1) {
      await receivePart(deps(), { ...key, uploadNo: `u-${n}` }, small(n))
    }
    const refusal = { kind: 'uploads-used-up' }
    const more = receivePart(deps(), { ...key, uploadNo: 'u-100' }, small(100))
    await expect(more).rejects.toMatchObject({ refusal })
    await receivePart(deps(), newKey(), small(1))
  })

  it('uploads that are unfinished displace the oldest of the same owner only', async () => {
    const key = newKey({ staffNo: 'S7' })
    const others = newKey()
    await receivePart(deps(), others, small(0))
    const begin = (n: number) =>
      receivePart(
        { ...deps(), now: () => new Date(now().getTime() + n) },
        { ...newKey({ staffNo: 'S7' }), uploadNo: `u-${n}` },
        small(n),
      )
    await receivePart(deps(), key, small(0))
    for (let n = 1; n <= 12; n += 1) await begin(n)
    expect(await receivePart(deps(), key, announceFile(Buffer.from('file 0')))).toMatchObject({
      parts: 0,
    })
    const [row] = await database.query<{ count: bigint }>(
      `SELECT count(*) FROM uploads WHERE staff_no = 'S7'`,
    )
    expect(row?.count).toBe(12n)
    expect((await read(others))?.bytes.toString()).toBe('file 0')
  })

  it('are deleted with their parts after a day', async () => {
    const key = newKey()
    await receivePart(deps(), key, small(1))
    await deleteOldUploads(database, now())
    expect(await read(key)).toBeDefined()
    await deleteOldUploads(database, new Date(now().getTime() + 1))
    expect(await read(key)).toBeUndefined()
    const rows = await database.query('SELECT FROM upload_parts WHERE customer_no = $1', [
      key.customer,
    ])
    expect(rows).toEqual([])
  })
})
