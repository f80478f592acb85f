import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** Between a server process and the one that supervises it. */
type MetricsRequest = { readonly kind: 'metrics-asked'; readonly askNo: number }
type ToldMetrics = { readonly kind: 'metrics-told'; readonly askNo: number; readonly text?: string }

/** In the supervising process: adds up the figures of all server processes when one asks for them. */
export function answerMetricsRequests(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: MetricsRequest | Readonly<Record<'kind', unknown>>) => {
    if (message.kind !== 'metrics-asked' || !('askNo' in message)) return
    const { askNo } = message
    const answer = (text?: string) => {
      const told: ToldMetrics = { kind: 'metrics-told', askNo, ...(text !== undefined && { text }) }
      if (worker.isConnected()) worker.send(told)
    }
    all.clusterMetrics().then(answer, () => answer())
  })
}

/**
 * Returns the function that reads the figures. A process that shares its port answers for all: a
 * monitor reaches any of them.
 */
export function metricsOfAll(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries(registry)
  // Answers the requests for the figures of this process.
  void new AggregatorRegistry()
  const waiting = new Map<number, (text: string | undefined) => void>()
  let input = 0
  process.on('message', (message: ToldMetrics | Readonly<Record<'kind', unknown>>) => {
    if (message.kind !== 'metrics-told' || !('askNo' in message)) return
    waiting.get(message.askNo)?.(message.text)
    waiting.delete(message.askNo)
  })
  return async () => {
    const askNo = (input += 1)
    const text = await new Promise<string | undefined>((resolve) => {
      waiting.set(askNo, resolve)
      process.send?.({ kind: 'metrics-asked', askNo } satisfies MetricsRequest)
    })
    return text ?? registry.metrics()
  }
}
