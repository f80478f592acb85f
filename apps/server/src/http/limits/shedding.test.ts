import { describe, expect, it } from 'vitest'
import { createTurns, createLargeBodies } from './shedding.ts'

const limits = { max: 4, perNetworkMax: 3, reserved: 1 }

function createRoom() {
  const clock = { now: 0 }
  const evicted: string[] = []
  const bodies = createLargeBodies(limits, () => clock.now)
  const take = (name: string, { network = name, sender = name, bytesRead = 0 } = {}) => {
    const message = { complete: false, socket: { bytesRead } }
    const leave = bodies.take({ network, sender, message, evict: () => evicted.push(name) })
    return leave && { leave, message }
  }
  return { clock, evicted, take }
}

describe('the places for large bodies', () => {
  it('are at most three for a network', () => {
    const { take } = createRoom()
    for (const name of ['a', 'b', 'c']) expect(take(name, { network: 'n' })).toBeDefined()
    expect(take('d', { network: 'n' })).toBeUndefined()
    expect(take('e')).toBeDefined()
  })

  it('leave the last one free for a sender without any', () => {
    const { take } = createRoom()
    const [first, second] = ['a', 'b', 'c'].map((name) => take(name, { sender: 'x' }))
    expect(take('d', { sender: 'x' })).toBeUndefined()
    expect(take('d', { sender: 'y' })).toBeDefined()
    first?.leave()
    second?.leave()
    expect(take('e', { sender: 'x' })).toBeDefined()
  })

  it('go from the slowest body to a new one when all are taken, but not before it could start', () => {
    const { clock, evicted, take } = createRoom()
    const places = ['a', 'b', 'c', 'd'].map((name) => take(name, { bytesRead: 500 }))
    for (const [index, place] of places.entries()) {
      if (place) place.message.socket.bytesRead += [900, 0, 800, 700][index] ?? 0
    }
    clock.now = 1_999
    expect(take('e')).toBeUndefined()
    clock.now = 2_000
    expect(take('e')).toBeDefined()
    expect(evicted).toEqual(['b'])
    // A body that has arrived is being worked on.
    if (places[3]) places[3].message.complete = true
    expect(take('f')).toBeDefined()
    expect(evicted).toEqual(['b', 'c'])
  })
})

it('two bodies of a sender are received at once, two more wait for them in turn', async () => {
  const turns = createTurns({ atOnceMax: 2, waitingMax: 2 })
  const ready: string[] = []
  const take = (name: string, sender = 'x') => {
    const turn = turns.take(sender)
    void turn?.isReady.then((isReady) => ready.push(isReady ? name : `${name} gave up`))
    return turn
  }
  const [first, second, third] = ['a', 'b', 'c', 'd'].map((name) => take(name))
  expect(take('e')).toBeUndefined()
  expect(take('f', 'y')).toBeDefined()
  await Promise.resolve()
  expect(ready).toEqual(['a', 'b', 'f'])
  third?.leave()
  first?.leave()
  first?.leave()
  await Promise.resolve()
  expect(ready).toEqual(['a', 'b', 'f', 'c gave up', 'd'])
  second?.leave()
  expect(await take('g')?.isReady).toBe(true)
})
