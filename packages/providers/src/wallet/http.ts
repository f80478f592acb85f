import type * as z from 'zod'
import { providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import { consentPages } from '@qingzhou/provider-api/consent-pages'
import { createAppPayments } from '#app-payment/http.ts'
import { consentUrlAt, returnFrom } from '#consent.ts'
import type { Ask } from '#signed-http.ts'
import { toWireNumbers } from '#wire-order.ts'
import type { FacePageResult } from '#face/port.ts'
import type { Wallet } from './port.ts'

type Settings = { readonly consentUrl: string; readonly ownOrigin: () => string }

export function createWallet(ask: Ask, { consentUrl, ownOrigin }: Settings): Wallet {
  const page = `${consentUrl}${consentPages.wallet}`
  return {
    ...createAppPayments(ask, 'wallet', { consentUrl, ownOrigin }),
    consentUrl: (request) => consentUrlAt(page, request),
    exchange: (code) => ask(providerCalls.wallet.exchange, { code }),
    async startFace({ returnPath, name, idNumber, ...wire }) {
      const { path } = await ask(providerCalls.wallet.startFace, {
        ...toWireNumbers(wire),
        name,
        idNumber,
        returnUrl: returnFrom(consentUrl, ownOrigin, returnPath),
        notifyUrl: `${ownOrigin()}${providerCallbacks.walletFace.path}`,
      })
      return { url: `${consentUrl}${path}` }
    },
    face: async (wire) => faceOf(await ask(providerCalls.wallet.face, toWireNumbers(wire))),
  }
}

type Theirs = z.output<(typeof providerCalls)['wallet']['face']['response']>

/** Only the reason `cancelled` is not about the face. */
function faceOf({ state, reason }: Theirs): FacePageResult {
  return state === 'failed' ? { state, isCancelled: reason === 'cancelled' } : { state }
}
