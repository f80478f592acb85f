import { consentPages, providerCalls } from '@qingzhou/provider-api/calls'
import { consentUrlAt } from '#providers/consent.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { Wallet } from './port.ts'

export function createWallet(ask: Ask, settings: { readonly consentUrl: string }): Wallet {
  const page = `${settings.consentUrl}${consentPages.wallet}`
  return {
    consentUrl: (request) => consentUrlAt(page, request),
    exchange: (code) => ask(providerCalls.wallet.exchange, { code }),
  }
}
