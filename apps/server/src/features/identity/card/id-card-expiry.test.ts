import { describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { expectRefusal, newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

/** The response for a card that expires the given number of days from today; null means never. */
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
  ])(
    '[7.049] has the expected expiry response %s days before its last day',
    async (days, answer) => {
      expect(await answerFor(days)).toEqual(answer)
    },
  )

  it('does not count as expired if there is none', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    expect(await client.api.identity.idCardExpiry({})).toEqual({ expired: false })
  })

  it('is not readable without a session', async () => {
    const attempt = product.client().api.identity.idCardExpiry({})
    await expectRefusal(attempt, { kind: 'not-signed-in' })
  })
})
