import { describe, expect, it } from 'vitest'
import { createLargeBodies } from './large-bodies.ts'

const limits = { max: 4, perNetworkMax: 3, reserved: 1 }

function createRoom() {
  const clock = { now: 0 }
  const evicted: string[] = []
  const bodies = createLargeBodies(limits, () => clock.now)
  const take = (name: string, { network = name, bytesRead = 0 } = {}) => {
    const socket = { bytesRead }
    const place = bodies.take({ network, socket, evict: () => evicted.push(name) })
    return place && { ...place, socket }
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
    const [first, second, third] = [take('a'), take('b'), take('c')]
    for (const place of [first, second, third]) expect(place?.assignTo('x')).toBe(true)
    const fourth = take('d')
    expect(fourth?.assignTo('x')).toBe(false)
    expect(fourth?.assignTo('y')).toBe(true)
    first?.leave()
    second?.leave()
    expect(take('e')?.assignTo('x')).toBe(true)
  })

  it('go from the slowest body to a new one when all are taken, but not before it could start', () => {
    const { clock, evicted, take } = createRoom()
    const places = ['a', 'b', 'c', 'd'].map((name) => take(name, { bytesRead: 500 }))
    for (const [index, place] of places.entries()) {
      if (place) place.socket.bytesRead += [900, 0, 800, 700][index] ?? 0
    }
    clock.now = 1_999
    expect(take('e')).toBeUndefined()
    clock.now = 2_000
    expect(take('e')).toBeDefined()
    expect(evicted).toEqual(['b'])
    expect(take('f')).toBeDefined()
    expect(evicted).toEqual(['b', 'd'])
  })
})
