import type { CDPSession, Locator, Page } from '@playwright/test'

/** What the borrower waits for: visible content that has the text, and is not what was there before. */
export type Answer = {
  readonly within: string
  readonly has: RegExp
  readonly isNew?: true
}

/** From the touch to the frame that shows the answer, in milliseconds. */
export type Tap = {
  readonly answeredMs: number
  /** How much of that time at least one request was under way: without script it would take as long. */
  readonly networkMs: number
  readonly longestTaskMs: number
}

type TapTimes = {
  readonly touchedAt: number
  readonly answeredAt: number
  readonly longest: number
}

/** Runs in the page: from the next touch to the frame after the first one with the answer. */
function watchAnswer(answer: { within: string; has: string; isNew: boolean }): void {
  const pattern = new RegExp(answer.has)
  const shown = () =>
    [...document.querySelectorAll(answer.within)]
      .filter((element) => element.checkVisibility())
      .map(({ textContent }) => textContent)
      .find((text) => pattern.test(text))
  const before = answer.isNew ? shown() : undefined
  const { promise, resolve } = Promise.withResolvers<TapTimes>()
  Reflect.set(window, 'watched', promise)
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  const begin = ({ timeStamp }: Event) => {
    observer.observe({ type: 'longtask' })
    const look = () => {
      const text = shown()
      if (text === undefined || text === before) return requestAnimationFrame(look)
      return requestAnimationFrame((answeredAt) => {
        // A long task is reported after its end.
        setTimeout(() => {
          observer.disconnect()
          const origin = performance.timeOrigin
          resolve({ touchedAt: origin + timeStamp, answeredAt: origin + answeredAt, longest })
        }, 100)
      })
    }
    requestAnimationFrame(look)
  }
  window.addEventListener('pointerdown', begin, { capture: true, once: true })
}

function awaitWatched(millisecondsMax: number): Promise<TapTimes | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, millisecondsMax, undefined))
  return Promise.race([Reflect.get(window, 'watched') as Promise<TapTimes>, late])
}

const ANSWER_MS_MAX = 30_000

/** Measures taps of a page; its requests are recorded from now on. */
export async function createTaps(page: Page, session: CDPSession) {
  const requests = await recordRequests(session)

  return async function tap(target: Locator, answer: Answer): Promise<Tap> {
    await target.scrollIntoViewIfNeeded()
    await page.evaluate(watchAnswer, {
      within: answer.within,
      has: answer.has.source,
      isNew: answer.isNew ?? false,
    })
    await target.tap()
    const watched = await page.evaluate(awaitWatched, ANSWER_MS_MAX)
    if (!watched) throw new Error(`${page.url()}: no answer ${answer.has.source}`)
    return {
      answeredMs: watched.answeredAt - watched.touchedAt,
      networkMs: timeCovered([...requests.values()], watched),
      longestTaskMs: watched.longest,
    }
  }
}

type Span = { readonly from: number; until: number }

/** The time of each request over the network in milliseconds of the calendar; the cache is not counted. */
async function recordRequests(session: CDPSession): Promise<ReadonlyMap<string, Span>> {
  const spans = new Map<string, Span>()
  let secondsApart = 0
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    if (!request.url.startsWith('http')) return
    secondsApart = wallTime - timestamp
    spans.set(requestId, { from: wallTime * 1000, until: Infinity })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void spans.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) spans.delete(requestId)
  })
  const end = ({ requestId, timestamp }: { requestId: string; timestamp: number }) => {
    const span = spans.get(requestId)
    if (span) span.until = (timestamp + secondsApart) * 1000
  }
  session.on('Network.loadingFinished', end)
  session.on('Network.loadingFailed', end)
  await session.send('Network.enable')
  return spans
}

/**
 * How long at least one of the spans lasted between the touch and the answer. A request that has not
 * ended by then was not needed for the answer.
 */
function timeCovered(
  spans: readonly Span[],
  { touchedAt, answeredAt }: { readonly touchedAt: number; readonly answeredAt: number },
): number {
  let covered = 0
  let reached = touchedAt
  const needed = spans.filter(({ until }) => until <= answeredAt)
  for (const { from, until } of needed.toSorted((left, right) => left.from - right.from)) {
    const begin = Math.max(from, reached)
    if (until <= begin) continue
    covered += until - begin
    reached = until
  }
  return covered
}
