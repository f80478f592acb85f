import { describe, expect, it } from 'vitest'
import { afterLook, type Challenge, isReady, newChallenge, nextShot, type Shot } from './signs.ts'
import type { FaceSigns } from './signs.ts'

const rest: FaceSigns = { eyes: 0.4, mouth: 0.02, turn: 0.01 }
const shut: FaceSigns = { ...rest, eyes: 0.08 }
const open: FaceSigns = { ...rest, mouth: 0.5 }
const left: FaceSigns = { ...rest, turn: 0.4 }
const right: FaceSigns = { ...rest, turn: -0.4 }

/** Feeds the observations in order; returns the frames taken. */
function show(from: Challenge, looks: readonly FaceSigns[]) {
  let challenge = from
  const taken: (Shot | undefined)[] = []
  for (const look of looks) {
    const shot = nextShot(challenge)
    const next = afterLook(challenge, look)
    if (next.isTaken) taken.push(shot)
    challenge = next.challenge
  }
  return { challenge, taken }
}

const calm = [rest, rest, rest]

describe('a challenge', () => {
  it('takes the neutral face first, then each action in the requested order', () => {
    const begun = newChallenge(['blink', 'turnLeft'])
    const { challenge, taken } = show(begun, [...calm, rest, shut, ...calm, left])
    expect(taken).toEqual(['front', 'blink', 'turnLeft'])
    expect(nextShot(challenge)).toBeUndefined()
  })

  it.each([
    ['blink', shut],
    ['openMouth', open],
    ['turnLeft', left],
    ['turnRight', right],
  ] as const)('detects %s and no other action', (action, look) => {
    const begun = show(newChallenge([action]), calm).challenge
    const others = [shut, open, left, right].filter((other) => other !== look)
    expect(show(begun, others).taken).toEqual([])
    expect(show(begun, [look]).taken).toEqual([action])
  })

  it('does not accept a moving face as neutral', () => {
    const { taken } = show(newChallenge(['blink']), [rest, left, rest, rest, open, rest])
    expect(taken).toEqual([])
  })

  it('requires a neutral face before the next action', () => {
    const begun = show(newChallenge(['turnLeft', 'turnRight']), [...calm, left]).challenge
    expect(isReady(begun)).toBe(false)
    expect(show(begun, [right]).taken).toEqual([])
    const back = show(begun, calm).challenge
    expect(isReady(back)).toBe(true)
    expect(show(back, [right]).taken).toEqual(['turnRight'])
  })

  it('does not accept closed eyes as neutral', () => {
    expect(show(newChallenge(['blink']), [shut, shut, shut, shut]).taken).toEqual([])
  })

  it('measures the eyes relative to the same person’s neutral face', () => {
    const narrow = { ...rest, eyes: 0.22 }
    const begun = show(newChallenge(['blink']), [narrow, narrow, narrow]).challenge
    expect(show(begun, [narrow, narrow]).taken).toEqual([])
    expect(show(begun, [{ ...narrow, eyes: 0.05 }]).taken).toEqual(['blink'])
  })
})
