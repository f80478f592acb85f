import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Confirm } from './confirm.tsx'
import { alignOverlayEntries } from './overlay-entries.ts'
import { Sheet } from './sheet.tsx'

afterEach(cleanup)

function Opened({ locked = false }: { locked?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        看明细
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="罚息是怎么来的" locked={locked}>
        <p>按日计算</p>
      </Sheet>
    </>
  )
}

async function open(ui: ReactNode) {
  render(ui)
  await userEvent.click(screen.getByRole('button', { name: '看明细' }))
  return screen.getByRole('dialog', { name: '罚息是怎么来的' })
}

const expectClosed = async () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('Sheet', () => {
  it('takes the focus when it opens and returns it when it closes', async () => {
    const dialog = await open(<Opened />)
    expect(dialog.contains(document.activeElement)).toBe(true)

    await userEvent.click(screen.getByRole('button', { name: '关闭' }))
    await expectClosed()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '看明细' }))
  })

  it('renders no content while closed', () => {
    render(<Opened />)
    expect(screen.queryByText('按日计算')).toBeNull()
  })

  it('closes on Escape', async () => {
    await open(<Opened />)
    await userEvent.keyboard('{Escape}')
    await expectClosed()
  })

  it('closes on a press outside, not inside', async () => {
    const dialog = await open(<Opened />)
    await userEvent.click(screen.getByText('按日计算'))
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await userEvent.click(dialog)
    await expectClosed()
  })

  it('closes on the back gesture', async () => {
    const dialog = await open(<Opened />)
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    await expectClosed()
  })

  it('stays open while locked', async () => {
    const dialog = await open(<Opened locked />)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(dialog)
    expect(screen.queryByRole('dialog')).not.toBeNull()
    expect(screen.queryByRole('button', { name: '关闭' })).toBeNull()
  })
})

const depth = () => window.history.state?.overlays ?? 0

const pressBack = () => act(() => window.history.back())

/** Two sheets, the second opened from the first. */
function Stacked() {
  const [opened, setOpened] = useState(0)
  const close = (to: number) => () => setOpened(to)
  return (
    <>
      <button type="button" onClick={close(1)}>
        看明细
      </button>
      <Sheet open={opened > 0} onClose={close(0)} title="罚息是怎么来的">
        <button type="button" onClick={close(2)}>
          看规则
        </button>
        <button type="button" onClick={close(0)}>
          全部关闭
        </button>
      </Sheet>
      <Sheet open={opened > 1} onClose={close(1)} title="罚息规则">
        <button type="button" onClick={close(0)}>
          都看完了
        </button>
      </Sheet>
    </>
  )
}

describe('Back', () => {
  beforeEach(() => window.history.pushState({ key: 'page' }, '', '#/page'))
  afterEach(async () => waitFor(() => expect(window.history.state).toEqual({ key: 'page' })))

  it('closes the sheet and stays at the page', async () => {
    await open(<Opened />)
    await waitFor(() => expect(window.history.state).toEqual({ key: 'page', overlays: 1 }))
    pressBack()
    await expectClosed()
    expect(window.location.hash).toBe('#/page')
  })

  it('finds no entry of a sheet that a button has closed', async () => {
    await open(<Opened />)
    await waitFor(() => expect(depth()).toBe(1))
    await userEvent.click(screen.getByRole('button', { name: '关闭' }))
    await expectClosed()
  })

  it('closes the upper one of two sheets first', async () => {
    await open(<Stacked />)
    await userEvent.click(screen.getByRole('button', { name: '看规则' }))
    await waitFor(() => expect(depth()).toBe(2))
    pressBack()
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(screen.getByRole('dialog', { name: '罚息是怎么来的' })).toBeDefined()
    pressBack()
    await expectClosed()
  })

  it('finds no entry of two sheets that close together', async () => {
    await open(<Stacked />)
    await userEvent.click(screen.getByRole('button', { name: '看规则' }))
    await waitFor(() => expect(depth()).toBe(2))
    await userEvent.click(screen.getByRole('button', { name: '都看完了' }))
    await expectClosed()
  })

  it('leaves a locked sheet open', async () => {
    const { unmount } = render(<Opened locked />)
    await userEvent.click(screen.getByRole('button', { name: '看明细' }))
    await waitFor(() => expect(depth()).toBe(1))
    pressBack()
    await waitFor(() => expect(depth()).toBe(1))
    expect(screen.getByRole('dialog')).toBeDefined()
    unmount()
  })

  it('skips the entry of a sheet that a reload has closed', async () => {
    window.history.pushState({ key: 'page', overlays: 1 }, '')
    await alignOverlayEntries()
  })
})

const tap = (on: Element) =>
  fireEvent(
    on,
    new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch' }),
  )

describe('a double tap', () => {
  it('opens a sheet and neither closes it nor presses what is in it', async () => {
    render(<Stacked />)
    tap(screen.getByRole('button', { name: '看明细' }))
    tap(screen.getByRole('dialog'))
    tap(screen.getByRole('button', { name: '全部关闭' }))
    expect(screen.getByRole('dialog').className).toBe('sheet')
  })
})

describe('Confirm', () => {
  it('stays open and locked until the work is done, then closes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let closed = 0
    render(
      <Confirm
        open
        onClose={() => {
          closed += 1
        }}
        title="确认还款"
        confirmLabel="还款 1,046.59 元"
        onConfirm={async () => promise}
      >
        从江海银行扣款
      </Confirm>,
    )

    await userEvent.click(screen.getByRole('button', { name: '还款 1,046.59 元' }))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: '再想想' }))
    expect(closed).toBe(0)

    resolve()
    await waitFor(() => expect(closed).toBe(1))
  })

  it('ignores a second answer while closing', async () => {
    let confirmed = 0
    const asking = (open: boolean) => (
      <Confirm
        open={open}
        onClose={() => {}}
        title="提交"
        confirmLabel="提交 1 个文件"
        onConfirm={() => {
          confirmed += 1
        }}
      >
        提交后不能更改
      </Confirm>
    )
    const { rerender } = render(asking(true))
    await userEvent.click(screen.getByRole('button', { name: '提交 1 个文件' }))
    rerender(asking(false))
    fireEvent.click(screen.getByText('提交 1 个文件'))
    expect(confirmed).toBe(1)
  })
})
