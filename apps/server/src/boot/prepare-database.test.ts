import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { insertStartData } from './prepare-database.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

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
