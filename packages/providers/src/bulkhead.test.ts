import { describe, expect, it } from 'vitest'
import { createBulkhead } from './bulkhead.ts'
import {
  ProviderFault,
  ProviderOutage,
  ProviderUnavailable,
} from '@qingzhou/platform/provider-fault'

const OPENS_AFTER = 5

function bulkhead({ concurrencyMax = 8 } = {}) {
  let nowMs = 1_000_000
  const states: string[] = []
  const gate = createBulkhead({
    concurrencyMax,
    outagesMax: OPENS_AFTER,
    now: () => new Date(nowMs),
    onChange: (state) => void states.push(state),
  })
  let calls = 0
  return {
    gate,
    states,
    calls: () => calls,
    advance: (ms: number) => void (nowMs += ms),
    ask: (end: 'answers' | 'outage' | 'refusal') =>
      gate.run('/bank/x', async () => {
        calls += 1
        if (end === 'outage') throw new ProviderOutage('/bank/x', 'no answer')
        if (end === 'refusal') throw new ProviderFault('/bank/x', 'status 400')
        return end
      }),
  }
}

async function outages(of: ReturnType<typeof bulkhead>, count: number): Promise<void> {
  for (let one = 0; one < count; one += 1) {
    await expect(of.ask('outage')).rejects.toBeInstanceOf(ProviderOutage)
  }
}

describe('a circuit', () => {
  it('opens after some consecutive outages and then blocks all calls', async () => {
    const bank = bulkhead()
    await outages(bank, OPENS_AFTER)
    expect(bank.states).toEqual(['open'])
    await expect(bank.ask('answers')).rejects.toMatchObject({ waitMs: 2_000 })
    await expect(bank.ask('answers')).rejects.toBeInstanceOf(ProviderUnavailable)
    expect(bank.calls()).toBe(OPENS_AFTER)
    expect(bank.gate.figures()).toMatchObject({
      circuit: 'open',
      running: 0,
      outcomes: { answered: 0, outage: OPENS_AFTER, unavailable: 2 },
    })
  })

  it('stays closed for outages that are not consecutive, and for refused requests', async () => {
    const bank = bulkhead()
    for (let round = 0; round < 3; round += 1) {
      await outages(bank, OPENS_AFTER - 1)
      expect(await bank.ask('answers')).toBe('answers')
    }
    for (let one = 0; one < 20; one += 1) await expect(bank.ask('refusal')).rejects.toThrow('400')
    expect(bank.states).toEqual([])
  })

  it('allows one probe after a while, and closes when it is answered', async () => {
    const bank = bulkhead()
    await outages(bank, OPENS_AFTER)
    bank.advance(2_000)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const probe = bank.gate.run('/bank/x', () => answered)
    await expect(bank.ask('answers')).rejects.toBeInstanceOf(ProviderUnavailable)
    answer()
    await probe
    expect(await bank.ask('answers')).toBe('answers')
    expect(bank.states).toEqual(['open', 'half-open', 'closed'])
  })

  it('opens for longer after each failed probe, at most half a minute', async () => {
    const bank = bulkhead()
    await outages(bank, OPENS_AFTER)
    const waits: number[] = []
    bank.advance(2_000)
    for (let probe = 0; probe < 6; probe += 1) {
      await expect(bank.ask('outage')).rejects.toBeInstanceOf(ProviderOutage)
      const refused = await bank.ask('answers').catch((error: unknown) => error)
      const waitMs = refused instanceof ProviderUnavailable ? refused.waitMs : 0
      waits.push(waitMs)
      bank.advance(waitMs)
    }
    expect(waits).toEqual([4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    expect(await bank.ask('answers')).toBe('answers')
  })

  it('does not stay open when the clock is set back', async () => {
    const bank = bulkhead()
    await outages(bank, OPENS_AFTER)
    bank.advance(-86_400_000)
    expect(await bank.ask('answers')).toBe('answers')
  })
})

describe('a bulkhead', () => {
  it('limits concurrent calls, and frees places in the order of waiting', async () => {
    const { gate } = bulkhead({ concurrencyMax: 2 })
    const begun: number[] = []
    const ends: (() => void)[] = []
    const calls = [0, 1, 2, 3].map((n) =>
      gate.run('/bank/x', async () => {
        begun.push(n)
        await new Promise<void>((resolve) => ends.push(resolve))
      }),
    )
    await Promise.resolve()
    expect([begun, gate.figures()]).toMatchObject([[0, 1], { running: 2, waiting: 2 }])
    ends[0]?.()
    await calls[0]
    await Promise.resolve()
    expect(begun).toEqual([0, 1, 2])
    for (const at of [1, 2]) {
      ends[at]?.()
      await calls[at]
    }
    await new Promise((resolve) => setImmediate(resolve))
    ends[3]?.()
    await Promise.all(calls)
    expect(gate.figures()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('rejects callers at once when too many are waiting', async () => {
    const { gate } = bulkhead({ concurrencyMax: 1 })
    const ends: (() => void)[] = []
    const call = () => gate.run('/bank/x', () => new Promise<void>((resolve) => ends.push(resolve)))
    const accepted = [call(), call(), call()]
    await expect(call()).rejects.toBeInstanceOf(ProviderUnavailable)
    for (let at = 0; at < accepted.length; at += 1) {
      ends[at]?.()
      await accepted[at]
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(gate.figures().outcomes).toMatchObject({ answered: 3, unavailable: 1 })
  })
})
