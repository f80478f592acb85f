import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from './use-inbox.ts'

/** A stand-in for the browser's EventSource. */
class PlayedStream extends EventTarget {
  static readonly CLOSED = 2
  static opened: PlayedStream[] = []
  readyState = 1

  constructor() {
    super()
    PlayedStream.opened.push(this)
  }

  close() {
    this.readyState = PlayedStream.CLOSED
  }

  emit(event: string, content: unknown) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(content) }))
  }
}

beforeEach(() => {
  PlayedStream.opened = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', PlayedStream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const listener = () => ({
  onOpen: vi.fn(),
  onLost: vi.fn(),
  onMessage: vi.fn(),
  onReset: vi.fn(),
  onFaults: vi.fn(),
})

describe('listening to the sandbox', () => {
  it('passes events on', () => {
    const heard = listener()
    const stop = listen(heard)
    PlayedStream.opened[0]?.emit('message', { id: 'm-1' })
    PlayedStream.opened[0]?.emit('faults', { faults: { sms: {} } })
    expect(heard.onMessage).toHaveBeenCalledWith({ id: 'm-1' })
    expect(heard.onFaults).toHaveBeenCalledWith({ sms: {} })
    stop()
  })

  it('reconnects after the sandbox was down', () => {
    const heard = listener()
    const stop = listen(heard)
    PlayedStream.opened[0]?.close()
    PlayedStream.opened[0]?.dispatchEvent(new Event('error'))
    vi.runAllTimers()
    PlayedStream.opened[1]?.dispatchEvent(new Event('open'))
    expect(heard.onLost).toHaveBeenCalledOnce()
    expect(heard.onOpen).toHaveBeenCalledOnce()
    stop()
  })

  it('leaves a broken connection to the browser, which reconnects by itself', () => {
    const stop = listen(listener())
    PlayedStream.opened[0]?.dispatchEvent(new Event('error'))
    vi.runAllTimers()
    expect(PlayedStream.opened).toHaveLength(1)
    stop()
  })

  it('ends when it is stopped', () => {
    const stop = listen(listener())
    PlayedStream.opened[0]?.close()
    PlayedStream.opened[0]?.dispatchEvent(new Event('error'))
    stop()
    vi.runAllTimers()
    expect(PlayedStream.opened).toHaveLength(1)
  })
})
