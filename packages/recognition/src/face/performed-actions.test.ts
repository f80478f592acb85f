import { describe, expect, it } from 'vitest'

import type { Expression } from '#face/expression.ts'
import { actionsInOrder, performedActions } from '#face/judge-faces.ts'

const rest: Expression = { turn: 0.02, eyes: 0.5, mouth: 0.03, shade: 0.1 }

describe('performedActions', () => {
  it('returns nothing for a face at rest', () => {
    expect(performedActions([rest, { ...rest, turn: -0.05 }])).toEqual([])
    expect(performedActions([])).toEqual([])
  })

  it('returns each action that one frame shows, compared with the other frames of the same person', () => {
    const frames = [
      rest,
      { ...rest, eyes: 0.1 },
      { ...rest, turn: 0.4 },
      { ...rest, turn: -0.4 },
      { ...rest, mouth: 0.4 },
    ]
    expect(performedActions(frames)).toEqual(['blink', 'turnLeft', 'turnRight', 'openMouth'])
  })

  it('returns no blink for eyes that are always narrow', () => {
    const narrow = { ...rest, eyes: 0.12 }
    expect(performedActions([narrow, { ...narrow, eyes: 0.1 }])).toEqual([])
  })

  it('returns an open mouth for a beard that becomes darker, not for a dark beard', () => {
    const bearded = { ...rest, shade: 0.5 }
    expect(performedActions([bearded, bearded])).toEqual([])
    expect(performedActions([bearded, { ...bearded, shade: 0.8 }])).toEqual(['openMouth'])
  })

  it('returns an open mouth if the remaining light area becomes dark or the lips part further', () => {
    const bearded = { ...rest, mouth: 0.13, shade: 0.65 }
    expect(performedActions([bearded, { ...bearded, mouth: 0.17 }])).toEqual([])
    expect(performedActions([bearded, { ...bearded, mouth: 0.22 }])).toEqual(['openMouth'])
    expect(performedActions([bearded, { ...bearded, shade: 0.75 }])).toEqual(['openMouth'])
  })

  it('measures eyes and mouth only where the face looks at the camera', () => {
    const turned = { turn: 0.5, eyes: 0.05, mouth: 0.6, shade: 0.9 }
    expect(performedActions([rest, turned])).toEqual(['turnLeft'])
  })
})

describe('actionsInOrder', () => {
  const blink = { ...rest, eyes: 0.1 }
  const left = { ...rest, turn: 0.4 }
  const open = { ...rest, mouth: 0.4 }

  it('returns the requested actions, one per frame after a face at rest', () => {
    expect(actionsInOrder([rest, blink, left], ['blink', 'turnLeft'])).toEqual([
      'blink',
      'turnLeft',
    ])
    expect(actionsInOrder([rest, left, blink], ['blink', 'turnLeft'])).toEqual([])
    expect(actionsInOrder([rest, blink, rest], ['blink', 'turnLeft'])).toEqual(['blink'])
  })

  it('returns none for more or fewer frames than were asked for, or without a face at rest', () => {
    expect(actionsInOrder([rest, blink, left, open], ['blink', 'turnLeft'])).toEqual([])
    expect(actionsInOrder([rest, blink], ['blink', 'turnLeft'])).toEqual([])
    expect(actionsInOrder([left, blink, left], ['blink', 'turnLeft'])).toEqual([])
    expect(actionsInOrder([undefined, blink, left], ['blink', 'turnLeft'])).toEqual([])
    expect(actionsInOrder([], [])).toEqual([])
  })
})
