import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useUnmasked } from './unmask.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const value = () => ({ name: '沈青禾', phone: '13900000000', until: Date.now() + 5 * 60_000 })

it('hides what was unmasked when its time is over', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => useUnmasked('1'))
  act(() => result.current.show(value()))
  act(() => void vi.advanceTimersByTime(5 * 60_000 - 1))
  expect(result.current.value?.phone).toBe('13900000000')
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.value).toBeUndefined()
})

it('shows what was unmasked on the page of that customer only', () => {
  const { result, rerender } = renderHook(({ customer }) => useUnmasked(customer), {
    initialProps: { customer: '1' },
  })
  act(() => result.current.show(value()))
  rerender({ customer: '2' })
  expect(result.current.value).toBeUndefined()
  rerender({ customer: '1' })
  act(() => result.current.hide())
  expect(result.current.value).toBeUndefined()
})
