import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { expectRefusal, newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

/** What is answered for a card whose last day is so many days from today; null is for life. */
async function answerFor(days: number | null) {
  const client = product.client()
  await signInWith(product, client, newPhone())
  const { customerNo } = await client.api.onboarding.currentUser({})
  const { database, today, now } = product.services
  await database.query(
    `INSERT INTO id_cards (customer_no, expires_on, saved_at) VALUES ($1, $2, $3)`,
    [customerNo, days === null ? null : addDays(today(), days), now()],
  )
  return client.api.identity.idCardExpiry({})
}

describe('the identity card on file', { timeout: 30_000 }, () => {
  it.each([
    [30, { expired: false, daysLeft: 30 }],
    [0, { expired: false, daysLeft: 0 }],
    [-1, { expired: true, daysLeft: 0 }],
    [null, { expired: false }],
  ])('that ends in %s days is answered so', async (days, answer) => {
    expect(await answerFor(days)).toEqual(answer)
  })

  it('has not run out when there is none yet', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    expect(await client.api.identity.idCardExpiry({})).toEqual({ expired: false })
  })

  it('is its owner’s affair', async () => {
    const attempt = product.client().api.identity.idCardExpiry({})
    await expectRefusal(attempt, { kind: 'not-signed-in' })
  })
})
