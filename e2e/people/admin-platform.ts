import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

/** The key by which a product knows tokens of the lender's admin platform. */
export const adminPlatformKey = publicKey.export({ type: 'spki', format: 'pem' }).toString()

const VALID_SECONDS = 60

/** A token by which the admin platform hands one of its users over. */
export function handoverToken({ username }: { readonly username: string }): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: 'admin-platform', aud: 'qingzhou-staff', sub: username, jti: randomUUID() }
  const signed = [
    { alg: 'EdDSA', typ: 'JWT' },
    { ...claims, iat, exp: iat + VALID_SECONDS },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

/** Stores the token in a browser, as the platform does on the domain above both. */
export async function handOver(
  context: BrowserContext,
  token: string,
  { address }: { readonly address: string },
): Promise<void> {
  await context.addCookies([{ name: 'adminPlatformToken', value: token, url: address }])
}
