import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '#platform/api/api-error.ts'
import { QueryState } from './query-state.tsx'

const refetch = async () => undefined

function Shown(query: {
  data: string | undefined
  error: unknown
  refetch?: () => Promise<void>
  dataUpdatedAt?: number
}) {
  return (
    <QueryState query={{ refetch, ...query }} skeleton={<p>轮廓</p>}>
      {(data) => <p>{data}</p>}
    </QueryState>
  )
}

describe('query state', () => {
  afterEach(cleanup)

  it('shows the skeleton while loading', () => {
    render(<Shown data={undefined} error={null} />)
    expect(screen.getByText('轮廓')).toBeTruthy()
  })

  it('shows the data', () => {
    render(<Shown data="内容" error={null} />)
    expect(screen.getByText('内容')).toBeTruthy()
  })

  it('keeps the data when a refresh fails', () => {
    render(<Shown data="内容" error={new ApiError('网络超时', { code: 'timeout' })} />)
    expect(screen.getByText('内容')).toBeTruthy()
  })

  it('marks the last known data with its time while there is no network', () => {
    const dataUpdatedAt = Date.UTC(2026, 10, 15, 1, 30)
    const error = new ApiError('网络异常，请重试', { code: 'network' })
    const { rerender } = render(<Shown data="内容" error={error} dataUpdatedAt={dataUpdatedAt} />)
    expect(screen.getByRole('note').textContent).toContain('离线，数据截至 2026-11-15 09:30')
    expect(screen.getByText('内容')).toBeTruthy()
    rerender(<Shown data="内容" error={null} dataUpdatedAt={dataUpdatedAt} />)
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('shows the error in place and retries on request', async () => {
    let requests = 0
    const ask = async () => {
      requests += 1
    }
    const error = new ApiError('网络超时', { code: 'timeout' })
    render(<Shown data={undefined} error={error} refetch={ask} />)
    expect(screen.getByRole('alert').textContent).toContain('网络超时')
    await userEvent.click(screen.getByRole('button', { name: '重新加载' }))
    expect(requests).toBe(1)
  })

  it('never shows the text of an unexpected error', () => {
    render(<Shown data={undefined} error={new Error('x is undefined')} />)
    expect(screen.getByRole('alert').textContent).toContain('系统异常，请稍后再试')
  })
})
