import type * as z from 'zod/mini'

/** The request and the response of one call, as codecs. */
export type Shape = {
  readonly request: z.ZodMiniType
  readonly response: z.ZodMiniType
}

/** What the browser sends and what it receives. */
export type Input<S extends Shape> = z.output<S['request']>
export type Output<S extends Shape> = z.output<S['response']>
