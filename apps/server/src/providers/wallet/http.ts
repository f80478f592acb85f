import type * as z from 'zod'
import { consentPages, providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import { createAppPayments } from '#providers/app-payment/http.ts'
import { consentUrlAt } from '#providers/consent.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { Wallet, WalletFace } from './port.ts'

type Settings = { readonly consentUrl: string; readonly ownOrigin: () => string }

export function createWallet(ask: Ask, { consentUrl, ownOrigin }: Settings): Wallet {
  const page = `${consentUrl}${consentPages.wallet}`
  // In the sandbox only a path is sent, so that the browser stays on the host it used.
  const returnUrl = (path: string) => (consentUrl.startsWith('/') ? path : `${ownOrigin()}${path}`)
  return {
    ...createAppPayments(ask, 'wallet', { consentUrl, ownOrigin }),
    consentUrl: (request) => consentUrlAt(page, request),
    exchange: (code) => ask(providerCalls.wallet.exchange, { code }),
    async startFace({ returnPath, ...order }) {
      const { path } = await ask(providerCalls.wallet.startFace, {
        ...order,
        returnUrl: returnUrl(returnPath),
        notifyUrl: `${ownOrigin()}${providerCallbacks.walletFace.path}`,
      })
      return `${consentUrl}${path}`
    },
    face: async (orderNo) => faceOf(await ask(providerCalls.wallet.face, { orderNo })),
  }
}

type Theirs = z.output<(typeof providerCalls)['wallet']['face']['response']>

/** Only the reason `cancelled` is not about the face. */
function faceOf({ state, reason }: Theirs): WalletFace {
  return state === 'failed' ? { state, isCancelled: reason === 'cancelled' } : { state }
}
