import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClockPanel } from '#tool-panel.tsx'
import { useClock } from './use-clock.ts'

let place: HTMLElement
let root: Root

/** The received requests, and the pending response. */
let requests: unknown[]
let answerMove: (content: object, status?: number) => void
let today: string

beforeEach(async () => {
  requests = []
  today = '2026-11-15'
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (_path: string, posted?: { body: string }) => {
    if (!posted) return Response.json({ businessDate: today })
    requests.push(JSON.parse(posted.body))
    return new Promise<Response>((resolve) => {
      answerMove = (content, status = 200) => resolve(Response.json(content, { status }))
    })
  })
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () => root.render(<Panel />))
})

afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

function Panel() {
  return <ClockPanel clock={useClock()} />
}

const buttons = () => [...place.querySelectorAll('button')]
const press = (words: string) =>
  act(async () =>
    buttons()
      .find(({ textContent }) => textContent === words)
      ?.click(),
  )

describe('the clock', () => {
  it('shows the business date', () => {
    expect(place.textContent).toContain('营业日期2026-11-15')
  })

  it('moves once when pressed many times, and shows its progress', async () => {
    await press('前进 30 天')
    await press('前进 7 天')
    await press('前进 30 天')
    expect(requests).toEqual([{ days: 30 }])
    expect(buttons().at(-1)?.textContent).toBe('正在逐日做日终，共 30 天…')

    await act(async () => answerMove({ businessDate: '2026-12-15', failures: 0 }))
    expect(place.textContent).toContain('营业日期2026-12-15')
    expect(place.querySelector('[role=status]')?.textContent).toBe('已前进 30 天，日终全部完成。')
    expect(buttons().some((button) => button.ariaBusy)).toBe(false)
  })

  it('shows how many loans failed', async () => {
    await press('前进 1 天')
    await act(async () => answerMove({ businessDate: '2026-11-16', failures: 3 }))
    expect(place.querySelector('[role=status]')?.textContent).toContain('3 笔借款没能入账')
  })

  it('reads the date again after a failed move', async () => {
    await press('前进 7 天')
    today = '2026-11-18'
    await act(async () => answerMove({ statusInfo: { code: 'S', message: '系统异常' } }, 500))
    expect(place.textContent).toContain('营业日期2026-11-18')
    expect(place.querySelector('[role=status]')?.textContent).toBe('')
  })

  it('does not move by an invalid number of days', async () => {
    await act(async () => buttons().at(-1)?.click())
    expect(requests).toEqual([])
    expect(buttons().at(-1)?.textContent).toBe('请填写 1 至 366 的天数')
  })
})
