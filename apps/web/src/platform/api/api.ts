import { type Call, calls } from '@qingzhou/contract/calls'
import type { Input, Output, Shape } from '@qingzhou/contract/wire/shape'
import { noticeName } from '@qingzhou/contract/wire/params'
import { type CallOptions, createClient } from './client.ts'
import { currentCommonFields } from './common-fields.ts'
import { emit, type Outcome } from './api-error.ts'
import { deleteCookie } from '#platform/browser/cookies.ts'
import { forgetLink } from '#platform/navigation/link.ts'
import { renewToken } from '#platform/session/session.ts'
import { config } from '#platform/browser/config.ts'
import { store } from '#platform/browser/storage.ts'

const ORDINARY_TIMEOUT_MS = 30_000
const HEAVY_TIMEOUT_MS = 80_000

const { sealKey, serverTime } = config()

const client = createClient({
  baseUrl: '',
  common: currentCommonFields,
  remember,
  announce: (outcome) => void emit(outcome),
  ordinaryTimeoutMs: ORDINARY_TIMEOUT_MS,
  heavyTimeoutMs: HEAVY_TIMEOUT_MS,
  sealKey,
  serverTime,
})

type Feature = keyof typeof calls
type ShapesOf<F extends Feature> = { readonly [C in keyof (typeof calls)[F]]?: Shape }

type Callers<S> = {
  readonly [C in keyof S]: S[C] extends infer One extends Shape
    ? (input: Input<One>, options?: CallOptions) => Promise<Output<One>>
    : never
}

/**
 * Builds the calls of a feature. The shapes are a parameter, so that each feature's chunk contains
 * its own shapes only.
 */
export function callsOf<F extends Feature, S extends ShapesOf<F>>(
  feature: F,
  shapes: S,
): Callers<S> {
  const table: Readonly<Record<string, Call>> = calls[feature]
  const callers = Object.entries<Shape | undefined>(shapes).flatMap(([name, shape]) => {
    const call = table[name]
    if (!call || !shape) return []
    const caller = async (input: unknown, options: CallOptions = {}) => {
      const send = () => client.call({ call, shape, input, options })
      const output = await (call.deviceKeys ? withDeviceKeys(send) : send())
      if (call.access === 'signedIn') renewToken()
      return output
    }
    return [[name, caller] as const]
  })
  // Built entry by entry from the shapes; TypeScript cannot infer a record from entries.
  return Object.fromEntries(callers) as Callers<S>
}

/** Loaded with the first call that needs it. */
async function withDeviceKeys<Result>(send: () => Promise<Result>): Promise<Result> {
  const deviceKeys = await import('#platform/session/device-keys.ts')
  return deviceKeys.withDeviceKeys(send)
}

/** Store the text of a notice or a refusal before its screen opens; forget an invalid link. */
function remember(outcome: Outcome): void {
  if (outcome.kind === 'noticeShown') store(noticeName, outcome.text)
  if (outcome.kind === 'badLink') forgetLink()
  // The number may belong to an earlier application; the server knows the current one.
  if (outcome.kind === 'stepWanted') deleteCookie('applyNo')
  if (outcome.kind === 'refused') store('refuseMsg', outcome.text)
  if (outcome.kind === 'riskRefused') store('riskRefuseMsg', outcome.text)
}
