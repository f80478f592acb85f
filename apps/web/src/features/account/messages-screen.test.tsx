import { calls } from '@qingzhou/contract/calls'
import { type AccountMessage, messagesShapes } from '@qingzhou/contract/features/messages'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import MessagesScreen from './messages-screen.tsx'

const network = connectNetworkForFile()
let readUntil: number[]

function message(at: number, isRead: boolean): AccountMessage {
  const about = { title: '还款成功', text: `第 ${at} 条` }
  return { messageNo: `m${at}`, via: 'sms', ...about, sentAt: 1_700_000_000_000 + at, isRead }
}

describe('messages', () => {
  beforeEach(() => {
    readUntil = []
    network.answer(calls.messages.unread, messagesShapes.unread, () => ({ count: 0 }))
    network.answer(calls.messages.list, messagesShapes.list, ({ pageNo }) =>
      pageNo === 1
        ? { messages: [message(3, false), message(2, true)], hasMore: true }
        : { messages: [message(1, true)], hasMore: false },
    )
    network.answer(calls.messages.markRead, messagesShapes.markRead, ({ until }) => {
      readUntil.push(until)
      return {}
    })
  })
  afterEach(cleanup)

  it('mark the unread one, count as read up to the newest one shown, and continue with the older ones', async () => {
    openScreen(<MessagesScreen />)
    await screen.findByText('第 3 条')
    expect(screen.getAllByText('未读')).toHaveLength(1)
    await waitFor(() => expect(readUntil).toEqual([1_700_000_000_003]))
    await userEvent.click(screen.getByRole('button', { name: '加载更多' }))
    await screen.findByText('第 1 条')
    expect(screen.getAllByText('未读')).toHaveLength(1)
    expect(readUntil).toEqual([1_700_000_000_003])
  })

  it('say what will be here when there are none, and mark nothing', async () => {
    network.answer(calls.messages.list, messagesShapes.list, () => ({
      messages: [],
      hasMore: false,
    }))
    openScreen(<MessagesScreen />)
    await screen.findByText('还没有消息')
    expect(readUntil).toEqual([])
  })

  it('are shown although they could not be marked', async () => {
    network.cut(calls.messages.markRead)
    openScreen(<MessagesScreen />)
    await screen.findByText('第 3 条')
  })
})
