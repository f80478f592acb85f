import { afterEach, describe, expect, it } from 'vitest'
import { findRequestedAction, postureAt } from './film.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

const seenWithin = (fromMs: number, untilMs: number, request?: string) => {
  const seen = new Set<string>()
  for (let at = fromMs; at < untilMs; at += 50) seen.add(postureAt(at, request))
  return [...seen].sort()
}

describe('the face in front of the camera', () => {
  it('performs the requested action after a moment and stays in it', () => {
    expect(seenWithin(0, 400, 'turnLeft')).toEqual(['rest'])
    expect(seenWithin(400, 6_000, 'turnLeft')).toEqual(['turnLeft'])
    expect(seenWithin(6_000, 12_000, 'turnLeft')).toEqual(['rest', 'turnLeft'])
  })

  it('performs all actions in turn when none is requested', () => {
    expect(seenWithin(0, 6_400)).toEqual(['blink', 'openMouth', 'rest', 'turnLeft', 'turnRight'])
  })

  it('rests when it has to look straight ahead', () => {
    expect(seenWithin(0, 6_400, 'front')).toEqual(['rest'])
  })

  it('reads the requested action from the page', () => {
    expect(findRequestedAction(document)).toBeUndefined()
    document.body.innerHTML = '<p data-face-action="blink">请眨眨眼</p>'
    expect(findRequestedAction(document)).toBe('blink')
  })
})
