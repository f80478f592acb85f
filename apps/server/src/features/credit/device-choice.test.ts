import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile, type TestProduct } from '#testing/product.ts'
import { explainDecision } from './replay-decision.ts'
import { newSubmittedApplicant, terminal } from './testing/applying.ts'

const unchecked = startProductForFile({ DEVICE: 'none' })
const compared = startProductForFile({ DEVICE: 'embedded' })

async function explanationAfter(product: TestProduct, open: (client: Client) => Promise<unknown>) {
  await setFault(product, { provider: 'bureau', settleMs: 0, silent: true })
  const { customer } = await newSubmittedApplicant(product, undefined, open)
  await product.runTasks()
  const [row] = await product.services.database.query<{ application_no: string }>(
    'SELECT application_no FROM decisions WHERE customer_no = $1',
    [customer],
  )
  const lines = await explainDecision(product.services, row?.application_no ?? '')
  return lines?.join('\n') ?? ''
}

describe('a lender without device checks', { timeout: 60_000 }, () => {
  it('[U11] decides without them, and the explained decision says which rules were not asked', async () => {
    const text = await explanationAfter(unchecked, async (client) => {
      expect(await client.api.onboarding.deviceKeys(phone(1))).toEqual({})
      await client.api.credit.open(terminal)
      const { code } = await client.send(calls.cards.bind)
      expect(code).toBe(codes.invalidField)
    })
    expect(text).toContain('Not checked: device (device-not-trusted, device-unclear, device)')
    expect(text).not.toContain('Ground: device-not-trusted')
    expect(text).toContain('Decided again just now: the same.')
  })
})

/** What the app sends: the number of its browser, and the number with the mark of the browser. */
function phone(number: number, mark = 1) {
  const firstDeviceId = String(number).padStart(32, '0')
  const secondBlackBox = `${firstDeviceId}|${String(mark).padStart(32, 'a')}`
  return { firstDeviceId, secondBlackBox, channel: '000000000004' }
}

function openOn(device: ReturnType<typeof phone>) {
  return async (client: Client) => {
    await client.api.onboarding.deviceKeys(device)
    await client.api.credit.open(terminal)
  }
}

describe('devices compared by ourselves', { timeout: 120_000 }, () => {
  it('trust a device of one person, and not the one that four people apply with', async () => {
    const texts = []
    for (let person = 0; person < 4; person += 1) {
      texts.push(await explanationAfter(compared, openOn(phone(7))))
    }
    expect(texts[0]).toMatch(/^ {4}40 {2}device$/m)
    expect(texts[1]).toMatch(/^ {4}25 {2}device$/m)
    expect(texts[2]).toMatch(/^ {4}10 {2}device$/m)
    expect(texts[3]).toContain('Ground: device-not-trusted')
  })

  it('count a number that comes from many browsers as medium risk, which is no ground alone', async () => {
    const texts = []
    for (const mark of [1, 2, 3]) {
      texts.push(await explanationAfter(compared, openOn({ ...phone(8), ...markOf(mark) })))
    }
    expect(texts[0]).toMatch(/^ {4}40 {2}device$/m)
    expect(texts[2]).toMatch(/^ {4}10 {2}device$/m)
    expect(texts[2]).not.toContain('device-not-trusted')
  })

  it('do not trust a phone that sends no number of the app', async () => {
    const sent = { ...phone(9), firstDeviceId: 'x', secondBlackBox: 'x' }
    expect(await explanationAfter(compared, openOn(sent))).toContain('Ground: device-not-trusted')
  })
})

function markOf(mark: number) {
  return { secondBlackBox: phone(8, mark).secondBlackBox }
}
