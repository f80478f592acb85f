import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from './stream.ts'

/** The browser's own stream, played by hand. */
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

  tell(event: string, content: unknown) {
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
  it('passes on what is told', () => {
    const heard = listener()
    const stop = listen(heard)
    PlayedStream.opened[0]?.tell('message', { id: 'm-1' })
    PlayedStream.opened[0]?.tell('faults', { faults: { sms: {} } })
    expect(heard.onMessage).toHaveBeenCalledWith({ id: 'm-1' })
    expect(heard.onFaults).toHaveBeenCalledWith({ sms: {} })
    stop()
  })

  it('starts again after the sandbox was away altogether', () => {
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

  it('leaves a broken line to the browser, which mends it by itself', () => {
    const stop = listen(listener())
    PlayedStream.opened[0]?.dispatchEvent(new Event('error'))
    vi.runAllTimers()
    expect(PlayedStream.opened).toHaveLength(1)
    stop()
  })

  it('is over when told to stop', () => {
    const stop = listen(listener())
    PlayedStream.opened[0]?.close()
    PlayedStream.opened[0]?.dispatchEvent(new Event('error'))
    stop()
    vi.runAllTimers()
    expect(PlayedStream.opened).toHaveLength(1)
  })
})
