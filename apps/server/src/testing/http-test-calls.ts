import * as z from 'zod/mini'
import type { Call } from '@qingzhou/contract/calls'
import { endpointsOf, type Endpoint } from '#http/endpoints.ts'
import { Refused } from '@qingzhou/platform/refused'

const usual: Call = {
  method: 'POST',
  path: '',
  access: 'public',
  body: 'sealed',
  envelope: 'statusInfo',
  answer: 'envelope',
}

/** Test calls that return what the HTTP layer received. */
export const httpTestCalls = {
  http: {
    echo: { ...usual, path: '/http-test/echo' },
    hybrid: { ...usual, path: '/http-test/hybrid', body: 'hybrid', access: 'signedIn' },
    plain: { ...usual, path: '/http-test/plain', body: 'plain' },
    query: { ...usual, path: '/http-test/query', body: 'none', method: 'GET' },
    staff: { ...usual, path: '/http-test/staff', access: 'staff', envelope: 'codeMsg' },
    codeMsg: { ...usual, path: '/http-test/code-msg', envelope: 'codeMsg' },
    fault: { ...usual, path: '/http-test/fault', body: 'plain' },
    leave: { ...usual, path: '/http-test/leave', body: 'none', method: 'GET', answer: 'redirect' },
    waits: { ...usual, path: '/http-test/waits', body: 'plain' },
    waitsUrgently: { ...usual, path: '/http-test/waits-urgently', body: 'plain', urgent: true },
  },
} as const satisfies Record<string, Record<string, Call>>

const words = z.strictObject({
  words: z.string().check(z.maxLength(20_000)),
  count: z.optional(z.int().check(z.gte(0, { error: '数量不能为负' }))),
})
const manyWords = z.strictObject({ words: z.string().check(z.maxLength(2_800_000)) })
const said = z.object({ words: z.string(), count: z.optional(z.int()), who: z.string() })
const echo = { request: words, response: said }
const EMPTY = { request: z.strictObject({}), response: z.object({}) }
const leave = {
  request: z.strictObject({ to: z.string() }),
  response: z.object({ location: z.string() }),
}

const shapes = {
  http: {
    echo,
    hybrid: { request: manyWords, response: z.object({ length: z.int() }) },
    plain: echo,
    query: { request: z.strictObject({ words: z.string() }), response: said },
    staff: echo,
    codeMsg: echo,
    fault: { request: z.strictObject({ words: z.string() }), response: z.object({}) },
    leave,
    waits: EMPTY,
    waitsUrgently: EMPTY,
  },
}

type HttpAnswer = { words: string; count?: number | undefined }

/** The endpoints of these calls. The waiting ones wait until `released`. */
export function httpTestEndpoints(released: Promise<void> = Promise.resolve()): Endpoint[] {
  const wait = async () => {
    await released
    return {}
  }
  return endpointsOf(httpTestCalls, shapes, {
    http: {
      echo: repeat,
      hybrid: async ({ words }: HttpAnswer) => ({ length: words.length }),
      plain: repeat,
      query: repeat,
      staff: repeat,
      codeMsg: repeat,
      fault: async ({ words }: HttpAnswer) => {
        throw new Error(`broken by ${words}`)
      },
      leave: async ({ to }: { to: string }) => ({ location: to }),
      waits: wait,
      waitsUrgently: wait,
    },
  })
}

async function repeat(input: HttpAnswer): Promise<HttpAnswer & { who: string }> {
  if (input.words === 'refuse') throw new Refused({ kind: 'limit-frozen' })
  return { ...input, who: 'caller' }
}
