import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { Refused } from '#refused.ts'
import type { Step, Tracer, TracingSettings } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/** `00-trace-span-flags`, as W3C Trace Context writes it. */
const PARENT_FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Sends steps to an OTLP receiver, in batches and in the background: a receiver that is down loses
 * traces and delays nothing. Nothing of OpenTelemetry's global state is used.
 */
export function createTracer({ endpoint, share }: TracingSettings, version: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'qingzhou', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('qingzhou', version)
  const contexts = new AsyncLocalStorage<Context>()

  return {
    async run<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
      const { name, kind, attributes = {} } = step
      const around = contextOf(step.parent) ?? contexts.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, around)
      try {
        return await contexts.run(trace.setSpan(around, span), work)
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    current() {
      const span = trace.getSpan(contexts.getStore() ?? ROOT_CONTEXT)?.spanContext()
      if (!span) return undefined
      const flags = span.traceFlags.toString(16).padStart(2, '0')
      return `00-${span.traceId}-${span.spanId}-${flags}`
    },
    stop: () => provider.shutdown(),
  }
}

function contextOf(parent: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = PARENT_FORM.exec(parent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The name of the error only: its message may quote a customer. A refusal is an answer. */
function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  if (!(error instanceof Refused)) span.setStatus({ code: SpanStatusCode.ERROR })
}
