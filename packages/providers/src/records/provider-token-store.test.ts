import { describe, expect, it } from 'vitest'
import { startProductForFile } from '@qingzhou/server/testing/product.ts'
import { createTokenStore } from './provider-token-store.ts'

const product = startProductForFile()

const expiresAt = new Date('2031-01-06T02:00:00Z')

describe('a token of a provider', () => {
  it('is shared by all processes, and replaced by a newer one', async () => {
    const [one, other] = [createTokenStore(product.services), createTokenStore(product.services)]
    expect(await one.find('wechat-token:wx1')).toBeUndefined()
    await one.save('wechat-token:wx1', { value: 'first', expiresAt })
    expect(await other.find('wechat-token:wx1')).toEqual({ value: 'first', expiresAt })
    await Promise.all([
      one.save('wechat-token:wx1', { value: 'second', expiresAt }),
      other.save('wechat-token:wx1', { value: 'second', expiresAt }),
    ])
    expect((await one.find('wechat-token:wx1'))?.value).toBe('second')
    await other.forget('wechat-token:wx1')
    expect(await one.find('wechat-token:wx1')).toBeUndefined()
  })

  it('is sealed in the database, for its own name', async () => {
    const { database, vault } = product.services
    const store = createTokenStore({ database, vault })
    await store.save('a', { value: 'a value in clear', expiresAt })
    const [row] = await database.query<{ token_sealed: Buffer }>(
      `SELECT token_sealed FROM provider_tokens WHERE name = 'a'`,
    )
    expect(row?.token_sealed.toString('latin1')).not.toContain('clear')
    await database.query(`UPDATE provider_tokens SET name = 'b' WHERE name = 'a'`)
    await expect(store.find('b')).rejects.toThrow()
  })
})
