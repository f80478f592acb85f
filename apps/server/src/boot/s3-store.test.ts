import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailable, WriteRefused } from '@qingzhou/platform/database/database-unavailable'
import { customerNo } from '@qingzhou/platform/ids'
import { startTestProduct } from '#testing/product.ts'
import type { ObjectStore } from '@qingzhou/platform/files/object-store'
import { createS3Store } from '@qingzhou/platform/files/s3-store'
import { startS3Server } from '@qingzhou/platform/files/testing/s3-server'

const credentials = { accessKeyId: 'uploads', secretAccessKey: randomBytes(20).toString('hex') }
let server: Awaited<ReturnType<typeof startS3Server>>
let store: ObjectStore

const storeWith = (changed: object = {}) =>
  createS3Store({
    endpoint: server.endpoint,
    region: 'cn-east-1',
    bucket: 'bucket',
    prefix: 'loans/',
    isPathStyle: true,
    ...credentials,
    ...changed,
  })

beforeAll(async () => {
  server = await startS3Server(credentials)
  store = storeWith()
})
afterAll(() => server.stop())

describe('an object store in a bucket', () => {
  it('returns what was put, and nothing once it is deleted', async () => {
    const bytes = randomBytes(200_000)
    await store.put('object01', bytes)
    expect([...server.objects.keys()]).toEqual(['/bucket/loans/object01'])
    expect(await store.get('object01')).toEqual(bytes)
    await store.put('object01', Buffer.from('again'))
    expect(await store.get('object01')).toEqual(Buffer.from('again'))
    await store.delete('object01')
    expect(await store.get('object01')).toBeUndefined()
    await store.delete('object01')
  })

  it('tries again when the store is busy for a moment', async () => {
    server.fail(2)
    await store.put('object02', Buffer.from('x'))
    expect(await store.get('object02')).toEqual(Buffer.from('x'))
  })

  it('reports an outage as one: a file is never taken for missing because the store is away', async () => {
    server.fail(3)
    await expect(store.get('object02')).rejects.toThrow(DatabaseUnavailable)
    server.fail(3)
    await expect(store.put('object03', Buffer.from('x'))).rejects.toThrow(WriteRefused)
    expect(await store.get('object03')).toBeUndefined()
  })

  it('is refused with a wrong key', async () => {
    const wrong = storeWith({ secretAccessKey: 'another' })
    await expect(wrong.put('object04', Buffer.from('x'))).rejects.toThrow(WriteRefused)
    await expect(wrong.get('object02')).rejects.toThrow(DatabaseUnavailable)
    expect(server.objects.has('/bucket/loans/object04')).toBe(false)
  })

  it('holds the sealed uploads of a product whose settings name it', async () => {
    const product = await startTestProduct({
      FILES: 's3',
      S3_ENDPOINT: server.endpoint,
      S3_BUCKET: 'product',
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      S3_PATH_STYLE: 'yes',
    })
    try {
      const { files } = product.services
      const customer = customerNo('C1')
      const pdf = Buffer.from('%PDF-1.7 of the test')
      const fileNo = await files.put(pdf, { customer, kind: 'certificate' })
      expect(await files.read({ customer, fileNo })).toEqual(pdf)
      const stored = [...server.objects].filter(([path]) => path.startsWith('/product/'))
      expect(stored.length).toBe(1)
      expect(stored[0]?.[1].includes('of the test')).toBe(false)
      expect((await product.app.inject({ url: '/readyz' })).statusCode).toBe(200)
    } finally {
      await product.stop()
    }
  })

  it('refuses an invalid object name', async () => {
    await expect(store.get('../secret')).rejects.toThrow('invalid object name')
  })
})
