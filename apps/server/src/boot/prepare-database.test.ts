import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readPartnerRows } from '@qingzhou/lending/index'
import { openBooks } from '@qingzhou/lending/testing/books'
import { startProductForFile, type TestProduct } from '#testing/product.ts'
import { insertStartData, prepareDatabase } from './prepare-database.ts'

const product = startProductForFile()

async function counts(): Promise<Record<string, bigint>> {
  const [row] = await product.services.database.query<Record<string, bigint>>(
    `SELECT (SELECT count(*) FROM landing_links) AS links,
            (SELECT count(*) FROM bank_partners) AS partners`,
  )
  return row ?? {}
}

describe('the start data', () => {
  it('is the same after a second start', async () => {
    const before = await counts()
    await insertStartData(product.services, product.config)
    expect(await counts()).toEqual(before)
    expect(before).toEqual({ links: 10n, partners: 3n })
  })

  it('does not overwrite what an operator has changed', async () => {
    const { database, now } = product.services
    await database.query(`UPDATE landing_links SET ends_at = $1 WHERE uri_id = 'web-home'`, [now()])
    await insertStartData(product.services, product.config)
    const [row] = await database.query<{ ends_at: Date | null }>(
      `SELECT ends_at FROM landing_links WHERE uri_id = 'web-home'`,
    )
    expect(row?.ends_at).not.toBeNull()
  })

  it('has a funding partner in the sandbox, and none in production', async () => {
    const empty = await openBooks()
    const { database } = empty.deps
    await insertStartData({ database }, { mode: 'production', bankPartners: [] })
    expect(await readPartnerRows(database)).toEqual([])
    for (let start = 0; start < 2; start += 1) {
      await insertStartData({ database }, { mode: 'sandbox', bankPartners: [] })
      expect(await readPartnerRows(database)).toMatchObject([{ partnerNo: 'far-bank' }])
    }
    await empty.close()
  })

  it('contains the bank partners of the settings and no others', async () => {
    const { database } = product.services
    await database.query('DELETE FROM bank_partners')
    const bankPartners = [{ code: 'GD7301', name: '某某银行' }]
    await insertStartData(product.services, { mode: 'production', bankPartners })
    const rows = await database.query('SELECT bank_partner_code AS code, name FROM bank_partners')
    expect(rows).toEqual(bankPartners)
  })

  it('contains in production only the links that the product itself sends', async () => {
    const { database } = product.services
    await database.query('DELETE FROM landing_links')
    await database.query('DELETE FROM download_campaigns')
    await insertStartData(product.services, { mode: 'production', bankPartners: [] })
    const links = await database.query('SELECT uri_id AS id FROM landing_links ORDER BY 1')
    expect(links).toEqual(
      ['messenger-menu', 'repay-reminder', 'sms-invite', 'web-home'].map((id) => ({ id })),
    )
    expect(await database.query('SELECT page FROM download_campaigns')).toEqual([])
  })
})

const startWith = (vaultKeys: Partial<TestProduct['config']['vaultKeys']>) =>
  prepareDatabase(
    { ...product.config, vaultKeys: { ...product.config.vaultKeys, ...vaultKeys } },
    product.services,
    [],
  )

describe('a start with vault keys', () => {
  it('is refused with another index key, which would take every customer for a new one', async () => {
    await expect(startWith({ index: randomBytes(32) })).rejects.toThrow(
      'The server cannot start: VAULT_INDEX_KEY is not the key that this database was used with.',
    )
  })

  it('is refused with another key under a known id, and names the id', async () => {
    const [known] = product.config.vaultKeys.sealing
    const sealing = [{ id: known?.id ?? '', bytes: randomBytes(32) }]
    await expect(startWith({ sealing })).rejects.toThrow(`VAULT_KEYS (${known?.id}) is not the key`)
  })

  it('succeeds with the known keys and a new one, which is known from then on', async () => {
    const added = { id: 'added', bytes: randomBytes(32) }
    const { sealing } = product.config.vaultKeys
    await startWith({ sealing: [...sealing, added] })
    await startWith({})
    await expect(
      startWith({ sealing: [...sealing, { ...added, bytes: randomBytes(32) }] }),
    ).rejects.toThrow('VAULT_KEYS (added)')
  })

  it('does not store the keys themselves', async () => {
    const { index } = product.config.vaultKeys
    const rows = await product.services.database.query(
      'SELECT FROM vault_key_checks WHERE key_digest = $1',
      [index],
    )
    expect(rows).toEqual([])
  })
})
