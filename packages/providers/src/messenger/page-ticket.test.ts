import { describe, expect, it } from 'vitest'
import { cachedTicket } from './http.ts'

function countCalls(expiresInSeconds: number) {
  let count = 0
  return async () => {
    count += 1
    return { ticket: `ticket-${count}`, expiresInSeconds }
  }
}

describe('a page ticket', () => {
  it('is fetched once for many concurrent pages', async () => {
    const ticket = cachedTicket(countCalls(7_200), () => new Date(0))
    expect(await Promise.all([ticket(), ticket(), ticket()])).toEqual([
      'ticket-1',
      'ticket-1',
      'ticket-1',
    ])
  })

  it('is renewed shortly before it expires', async () => {
    let time = 0
    const ticket = cachedTicket(countCalls(7_200), () => new Date(time))
    await ticket()
    time = 7_139_999
    expect(await ticket()).toBe('ticket-1')
    time = 7_140_000
    expect(await ticket()).toBe('ticket-2')
  })

  it('is requested again after a failure', async () => {
    let fails = true
    const ticket = cachedTicket(
      async () => {
        if (fails) throw new Error('down')
        return { ticket: 'good', expiresInSeconds: 7_200 }
      },
      () => new Date(0),
    )
    await expect(ticket()).rejects.toThrow('down')
    fails = false
    expect(await ticket()).toBe('good')
  })
})
