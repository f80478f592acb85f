import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  executeDraw,
  newBorrower,
  waitForBank,
  type TestBorrower,
} from '#features/loans/testing/borrower.ts'
import { startTestProduct } from '#testing/product.ts'

type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A small OTLP receiver. */
let receiver: Server
const bodies: string[] = []
let borrower: TestBorrower

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request)
      .then((body) => request.url === '/v1/traces' && bodies.push(body))
      .finally(() => response.setHeader('content-type', 'application/json').end('{}'))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  // An http server that listens on a port has this kind of address.
  const { port } = receiver.address() as AddressInfo
  const product = await startTestProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
  })
  borrower = await newBorrower(product)
  await executeDraw(product, borrower)
  await waitForBank(product)
  // Sends what is left.
  await product.stop()
})

afterAll(() => receiver.close())

function spans(): Span[] {
  return bodies
    .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
}

it('one trace shows the call, the task it queued and the request of the task to the bank', () => {
  const all = spans()
  const call = all.find(({ name }) => name === 'loans.execute')
  const ofTrace = all.filter(({ traceId }) => traceId === call?.traceId)
  const task = ofTrace.find(({ name }) => name === 'task disburse')
  const transfer = ofTrace.find(({ parentSpanId }) => parentSpanId === task?.spanId)
  expect(call).toBeDefined()
  expect(call?.parentSpanId).toBeUndefined()
  expect(task?.parentSpanId).toBe(call?.spanId)
  expect(transfer?.name).toMatch(/^\/bank\//)
})

it('the message of the outbox belongs to the trace of the act that told it', () => {
  const all = spans()
  const message = all.find(({ name }) => name === 'task send-message')
  const above = all.find(({ spanId }) => spanId === message?.parentSpanId)
  expect(above?.traceId).toBe(message?.traceId)
  expect(all.some(({ parentSpanId }) => parentSpanId === message?.spanId)).toBe(true)
})

it('no span has an attribute of a customer', () => {
  const sent = bodies.join('')
  for (const personal of [borrower.phone, String(borrower.customer), borrower.card.cardId]) {
    expect(sent).not.toContain(personal)
  }
  expect(sent).not.toMatch(/\p{Script=Han}/u)
  const names = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...names].toSorted()).toEqual([
    'http.request.method',
    'http.route',
    'request.id',
    'task.attempt',
  ])
})
