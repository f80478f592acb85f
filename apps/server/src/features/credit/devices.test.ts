import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  fingerprint,
  openApplication,
  newSubmittedApplicant,
  terminal,
} from './testing/applying.ts'

const product = startProductForFile()
beforeAll(async () => {
  await setFault(product, { provider: 'bureau', settleMs: 0, silent: true })
})
afterEach(() => setVendors({ down: false }))

async function setVendors(fault: { readonly down: boolean }): Promise<void> {
  await setFault(product, { provider: 'deviceFirst', ...fault })
  await setFault(product, { provider: 'deviceSecond', ...fault })
}

/** The decision reasons for an applicant who opens the application with `open`. */
async function reasonsAfter(open: (client: Client) => Promise<unknown>): Promise<string[]> {
  const { customer } = await newSubmittedApplicant(product, undefined, open)
  await product.runTasks()
  const [row] = await product.services.database.query<{ reasons: string[] | null }>(
    'SELECT reasons FROM decisions WHERE customer_no = $1',
    [customer],
  )
  if (!row) throw new Error(`customer ${customer}: no decision found`)
  return row.reasons ?? []
}

const untrusted = expect.arrayContaining(['device-not-trusted'])

describe('the device of an application', { timeout: 60_000 }, () => {
  it('is trusted if both vendors answered for it in the session', async () => {
    expect(await reasonsAfter(openApplication)).not.toEqual(untrusted)
  })

  it('is not trusted if the phone sent no fingerprint to the vendors', async () => {
    expect(await reasonsAfter((client) => client.api.credit.open(terminal))).toEqual(untrusted)
  })

  it('is not trusted with keys that were issued to another customer', async () => {
    const other = await newSubmittedApplicant(product)
    const deviceKeys = await other.client.api.onboarding.deviceKeys(fingerprint)
    const open = (client: Client) => client.api.credit.open({ ...terminal, deviceKeys })
    expect(await reasonsAfter(open)).toEqual(untrusted)
  })

  it('is not trusted with keys that were issued outside the session', async () => {
    const reasons = await reasonsAfter(async (client) => {
      const deviceKeys = await product.client().api.onboarding.deviceKeys(fingerprint)
      return client.api.credit.open({ ...terminal, deviceKeys })
    })
    expect(reasons).toEqual(untrusted)
  })

  it('is not trusted with a fingerprint that the vendors refuse', async () => {
    const reasons = await reasonsAfter(async (client) => {
      const refused = { ...fingerprint, firstDeviceId: '指纹', secondBlackBox: '指纹' }
      expect(await client.api.onboarding.deviceKeys(refused)).toEqual({})
      return client.api.credit.open(terminal)
    })
    expect(reasons).toEqual(untrusted)
  })

  it('does not count as untrusted if the vendors did not answer', async () => {
    const reasons = await reasonsAfter(async (client) => {
      await setVendors({ down: true })
      await openApplication(client)
      await setVendors({ down: false })
    })
    expect(reasons).not.toEqual(untrusted)
  })

  it('retains a key that a vendor issued before it went down', async () => {
    const reasons = await reasonsAfter(async (client) => {
      await client.api.onboarding.deviceKeys(fingerprint)
      await setVendors({ down: true })
      await openApplication(client)
      await setVendors({ down: false })
    })
    expect(reasons).not.toEqual(untrusted)
  })
})
