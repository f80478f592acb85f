import type { providerCalls } from '@qingzhou/provider-api/calls'
import type * as z from 'zod'
import type { WalletFace } from './port.ts'

type Theirs = z.output<(typeof providerCalls)['wallet']['face']['response']>

/** Of all reasons the payment app may give, only one is not about the face. */
export function faceOf({ state, reason }: Theirs): WalletFace {
  return state === 'failed' ? { state, isCancelled: reason === 'cancelled' } : { state }
}
