import { signedHeaders } from '@qingzhou/provider-api/signature'
import { providerCallbacks } from '@qingzhou/provider-api/calls'
import type { TestProduct } from './product.ts'

/** Sends a provider callback, genuine or forged. Returns the HTTP status. */
export async function sendCallback(
  product: TestProduct,
  kind: keyof typeof providerCallbacks,
  notice: object,
  {
    secret = product.config.providers.secret,
    ...sender
  }: { readonly secret?: string; readonly remoteAddress?: string } = {},
): Promise<number> {
  const { path } = providerCallbacks[kind]
  const body = JSON.stringify(notice)
  const timestamp = String(product.services.now().getTime())
  const nonce = crypto.randomUUID()
  const signed = { direction: 'callback', path, timestamp, nonce, body } as const
  const headers = { 'content-type': 'application/json', ...signedHeaders(secret, signed) }
  const response = await product.app.inject({ method: 'POST', url: path, headers, body, ...sender })
  return response.statusCode
}
