import { type Call, calls } from '@qingzhou/contract/calls'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { afterEach, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, type Outcome } from '#platform/api/api-error.ts'
import { type CallOptions, type ClientSetup, createClient } from '#platform/api/client.ts'
import { type Handler, startContractServer } from './contract-server.ts'

export const session = {
  token: 'tok-1',
  channel: '000000000004',
  extendChannelCode: '000000000004',
  deviceId: 'd'.repeat(32),
}

export const anything = { request: z.looseObject({}), response: z.looseObject({}) }
export const upload: Call = { ...calls.onboarding.isOwnPhone, body: 'hybrid' }

type ContractServer = Awaited<ReturnType<typeof startContractServer>>

/** Starts a server and clients before each test of a file. */
export function aroundEachTest() {
  const announced: Outcome[] = []
  const remembered: Outcome[] = []
  let running: ContractServer | undefined

  beforeEach(async () => {
    running = await startContractServer(() => ({ fields: { same: true } }))
    announced.length = 0
    remembered.length = 0
  })
  afterEach(() => running?.stop())

  const server = (): ContractServer => {
    if (!running) throw new Error('test server: not running outside a test')
    return running
  }
  const client = (setup: Partial<ClientSetup> = {}) =>
    createClient({
      baseUrl: server().url,
      common: () => session,
      remember: (outcome) => void remembered.push(outcome),
      announce: (outcome) => void announced.push(outcome),
      ordinaryTimeoutMs: 5000,
      heavyTimeoutMs: 5000,
      ...setup,
    })
  return {
    announced,
    remembered,
    client,
    get server() {
      return server()
    },
    isOwnPhone: (by = client(), options: CallOptions = {}) =>
      by.call({
        call: calls.onboarding.isOwnPhone,
        shape: onboardingShapes.isOwnPhone,
        input: { mobile: '13800138000' },
        options,
      }),
    lastReceived: () => {
      const last = server().received.at(-1)
      if (!last) throw new Error('test server: no request received')
      return last
    },
  }
}

export const neverAnswers: Handler = () => new Promise(() => undefined)

export async function catchFailure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}
