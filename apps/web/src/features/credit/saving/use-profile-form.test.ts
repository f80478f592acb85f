import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAutosave } from './use-profile-form.ts'

describe('autosave', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('saves once, shortly after the typing stops', async () => {
    const saved: string[] = []
    const autosave = createAutosave<string>(async (value) => void saved.push(value), 1000)
    for (const value of ['a', 'ab', 'abc']) {
      autosave.note(value)
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(saved).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(saved).toEqual(['abc'])
  })

  it('saves in order, however long a save takes', async () => {
    const saved: string[] = []
    const finishes: (() => void)[] = []
    const autosave = createAutosave<string>(async (value) => {
      await new Promise<void>((resolve) => finishes.push(resolve))
      saved.push(value)
    }, 1000)
    autosave.note('first')
    await vi.advanceTimersByTimeAsync(1000)
    autosave.note('second')
    await vi.advanceTimersByTimeAsync(1000)
    finishes.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    finishes.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(saved).toEqual(['first', 'second'])
  })

  it('distinguishes the saved value from what was typed during the save', async () => {
    const newest: boolean[] = []
    const autosave = createAutosave<string>(async (_, isNewest) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      newest.push(isNewest())
    }, 1000)
    autosave.note('a')
    await vi.advanceTimersByTimeAsync(1050)
    autosave.note('b')
    await vi.advanceTimersByTimeAsync(2000)
    expect(newest).toEqual([false, true])
  })

  it('stops when the whole form is sent', async () => {
    const saved: string[] = []
    const autosave = createAutosave<string>(async (value) => void saved.push(value), 1000)
    autosave.note('half')
    await autosave.stop()
    await autosave.flush()
    await vi.advanceTimersByTimeAsync(5000)
    expect(saved).toEqual([])
  })
})
