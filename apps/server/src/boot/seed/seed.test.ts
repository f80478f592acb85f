import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { seed } from './seed.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

async function counts(): Promise<Record<string, bigint>> {
  const [row] = await product.services.database.query<Record<string, bigint>>(
    `SELECT (SELECT count(*) FROM landing_links) AS links,
            (SELECT count(*) FROM bank_partners) AS partners,
            (SELECT count(*) FROM customers) AS customers,
            (SELECT count(*) FROM linked_accounts) AS accounts,
            (SELECT count(*) FROM consents) AS consents`,
  )
  return row ?? {}
}

describe('the seed', () => {
  it('changes nothing when it is sown again', async () => {
    const before = await counts()
    await seed(product.services, product.config)
    expect(await counts()).toEqual(before)
    const customers = testPeople.filter(({ account }) => account)
    const accounts = customers.flatMap(({ wallet, messenger }) => [wallet, messenger])
    expect(before).toMatchObject({
      customers: BigInt(customers.length),
      accounts: BigInt(accounts.filter((user) => user?.isLinked).length),
      consents: BigInt(2 * customers.length),
    })
  })

  it('keeps what an operator changed', async () => {
    const { database, now } = product.services
    await database.query(`UPDATE landing_links SET ends_at = $1 WHERE uri_id = 'web-home'`, [now()])
    await seed(product.services, product.config)
    const [row] = await database.query<{ ends_at: Date | null }>(
      `SELECT ends_at FROM landing_links WHERE uri_id = 'web-home'`,
    )
    expect(row?.ends_at).not.toBeNull()
  })

  it('sows no test people outside the sandbox', async () => {
    const before = await counts()
    await product.services.database.query(`DELETE FROM phones`)
    await seed({ ...product.services, mode: 'production' }, product.config)
    expect(await counts()).toEqual(before)
  })

  it('adds the bank partners of the settings, and in production no others', async () => {
    const { database } = product.services
    await database.query('DELETE FROM bank_partners')
    const bankPartners = [{ code: 'GD7301', name: '某某银行' }]
    await seed({ ...product.services, mode: 'production' }, { bankPartners })
    const rows = await database.query('SELECT bank_partner_code AS code, name FROM bank_partners')
    expect(rows).toEqual(bankPartners)
  })
})
