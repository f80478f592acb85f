import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from '#inputs/button.tsx'
import { endToast, toast, Toaster } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  wait(2500)
  vi.useRealTimers()
  cleanup()
})

function wait(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

const statusText = () => screen.getByRole('status').textContent

describe('toast', () => {
  it('is announced in an existing live region', () => {
    render(<Toaster />)
    expect(statusText()).toBe('')
    act(() => toast('已复制借据编号'))
    expect(statusText()).toBe('已复制借据编号')
  })

  it('disappears by itself', () => {
    render(<Toaster />)
    act(() => toast('已保存'))
    wait(2499)
    expect(statusText()).toBe('已保存')
    wait(1)
    expect(statusText()).toBe('')
  })

  it('ends with the next press of a button, whose own message stays', () => {
    render(
      <>
        <Toaster />
        <Button onPress={() => undefined}>保存</Button>
        <Button onPress={() => toast('保存失败')}>提交</Button>
      </>,
    )
    act(() => toast('网络不稳定'))
    act(() => screen.getByRole('button', { name: '提交' }).click())
    expect(statusText()).toBe('保存失败')
    act(() => screen.getByRole('button', { name: '保存' }).click())
    expect(statusText()).toBe('')
  })

  it('ends with a navigation; the result of an action survives the one it starts', () => {
    render(<Toaster />)
    act(() => toast('网络不稳定'))
    act(() => endToast('navigation'))
    expect(statusText()).toBe('')
    act(() => toast('凭证已提交', { survivesNavigation: true }))
    act(() => endToast('navigation'))
    expect(statusText()).toBe('凭证已提交')
    act(() => endToast('navigation'))
    expect(statusText()).toBe('')
  })

  it('is replaced by a newer one, which has its full time', () => {
    render(<Toaster />)
    act(() => toast('第一句'))
    wait(2000)
    act(() => toast('第二句'))
    wait(2000)
    expect(statusText()).toBe('第二句')
  })
})
