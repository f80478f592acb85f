import { describe, expect, it } from 'vitest'
import {
  createKnownCaptcha,
  newPhone,
  sendCodeTo,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

async function rowsIn(table: string): Promise<number> {
  const [row] = await product.services.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
  )
  return row?.count ?? 0
}

/** Creates a row of each kind, as a visitor does. */
async function visit(): Promise<void> {
  const client = product.client()
  await createKnownCaptcha(product)
  const wrong = { by: 'password', mobile: newPhone(), password: 'Wrong_Water_1' } as const
  await expect(client.api.onboarding.signIn(wrong)).rejects.toThrow()
  await signInWith(product, client, newPhone())
  await sendCodeTo(product.client(), newPhone())
}

describe('expired sign-in rows', { timeout: 30_000 }, () => {
  it('expired sign-in rows are deleted by later requests', async () => {
    for (let count = 0; count < 3; count += 1) await visit()
    const tables = ['captchas', 'sms_codes', 'sms_quotas', 'password_attempts']
    const before = await Promise.all(tables.map(rowsIn))
    expect(before).toEqual([3, 6, 12, 6])
    product.advance(3 * 86_400)
    await visit()
    expect(await Promise.all(tables.map(rowsIn))).toEqual([1, 2, 4, 2])
  })
})
