import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { FileViewer } from './file-grid.tsx'
import type { ViewedFile } from './file-grid.tsx'

const files: readonly ViewedFile[] = [
  { id: '1', fileName: '发票.jpg', kind: 'picture', url: '/files/one' },
  { id: '2', fileName: '合同.jpg', kind: 'picture', url: '/files/two' },
  { id: '3', fileName: '流水.pdf', kind: 'pdf', url: undefined },
]

let renewed = 0
afterEach(() => {
  cleanup()
  renewed = 0
})

const onRenew = async () => void (renewed += 1)

function Viewer({ isRenewable = true }: { isRenewable?: boolean }) {
  const [at, setAt] = useState<number | undefined>(0)
  return (
    <FileViewer
      files={files}
      at={at}
      onMove={setAt}
      onClose={() => setAt(undefined)}
      onRenew={isRenewable ? onRenew : undefined}
    />
  )
}

function open(viewer = <Viewer />) {
  render(<QueryClientProvider client={new QueryClient()}>{viewer}</QueryClientProvider>)
}

const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))
const picture = () => screen.getByRole('img')
const place = (name: string) => picture().style.getPropertyValue(name)

describe('the viewer of files', () => {
  it('zooms, rotates and resets', async () => {
    open()
    await press('放大')
    await press('放大')
    expect(screen.getByText('225%')).toBeDefined()
    await press('缩小')
    expect(place('--scale')).toBe('1.5')
    await press('向右旋转 90 度')
    await press('向右旋转 90 度')
    expect(place('--turn')).toBe('180deg')
    await press('还原')
    expect([place('--turn'), screen.queryByText('100%')]).toEqual(['0deg', expect.anything()])
  })

  it('zooms in on a double tap', () => {
    open()
    const stage = screen.getByRole('group', { name: /发票.jpg/ })
    for (const time of [1, 2]) {
      const finger = { pointerId: time, clientX: 10, clientY: 10 }
      fireEvent.pointerDown(stage, finger)
      fireEvent.pointerUp(stage, finger)
    }
    expect(screen.getByText('250%')).toBeDefined()
  })

  it('zooms with two fingers', () => {
    open()
    const stage = screen.getByRole('group', { name: /发票.jpg/ })
    fireEvent.pointerDown(stage, { pointerId: 1, clientX: 0, clientY: 0 })
    fireEvent.pointerDown(stage, { pointerId: 2, clientX: 100, clientY: 0 })
    fireEvent.pointerMove(stage, { pointerId: 2, clientX: 200, clientY: 0 })
    expect(screen.getByText('200%')).toBeDefined()
  })

  it('switches between files and resets the view', async () => {
    open()
    await press('放大')
    await press('下一个')
    expect(screen.getByRole('heading', { name: '合同.jpg' })).toBeDefined()
    expect(screen.getByText('100%')).toBeDefined()
    expect(screen.getByText('第 2 个，共 3 个')).toBeDefined()
    await press('上一个')
    expect(screen.getByRole('button', { name: '已是第一个' })).toBeDefined()
  })

  it('requests new links when one has expired', async () => {
    open()
    fireEvent.error(picture())
    await press('重新打开')
    expect(renewed).toBe(1)
  })

  it('shows a message for a file that cannot be displayed, and can be closed', async () => {
    open(<Viewer isRenewable={false} />)
    await press('下一个')
    await press('下一个')
    expect(screen.getByText('文件打开失败')).toBeDefined()
    await press('关闭')
    expect(screen.queryByText('文件打开失败')).toBeNull()
  })
})
