import { describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { startProductForFile } from '@qingzhou/server/testing/product.ts'
import { openTestAccount, seedTestPeople } from './test-people.ts'

const product = startProductForFile()

async function counts(): Promise<Record<string, bigint>> {
  const [row] = await product.services.database.query<Record<string, bigint>>(
    `SELECT (SELECT count(*) FROM customers) AS customers,
            (SELECT count(*) FROM linked_accounts) AS accounts,
            (SELECT count(*) FROM consents) AS consents`,
  )
  return row ?? {}
}

describe('seeding the test people', () => {
  it('registers each person that has an account, and changes nothing when repeated', async () => {
    const before = await counts()
    await seedTestPeople(product.services)
    expect(await counts()).toEqual(before)
    const customers = testPeople.filter(({ account }) => account)
    const accounts = customers.flatMap(({ wallet, messenger }) => [wallet, messenger])
    expect(before).toEqual({
      customers: BigInt(customers.length),
      accounts: BigInt(accounts.filter((user) => user?.isLinked).length),
      consents: BigInt(2 * customers.length),
    })
  })

  it('fails outside sandbox mode and stores nothing', async () => {
    const before = await counts()
    const inProduction = { ...product.services, mode: 'production' } as const
    const [person] = testPeople
    if (!person) throw new Error('list of test people is empty')
    await expect(openTestAccount(inProduction, person)).rejects.toThrow('not in sandbox mode')
    expect(await counts()).toEqual(before)
  })
})
