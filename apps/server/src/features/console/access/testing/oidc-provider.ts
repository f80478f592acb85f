import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** What an identity token says, and who signs it. */
type Tokens = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly key?: KeyObject
  readonly isUnsigned?: boolean
}

type Code = { readonly subject: string; readonly query: URLSearchParams }

export type OidcProvider = {
  readonly settings: Readonly<Record<string, string>>
  /** Signs a person in on the provider's page. Returns the query with which it goes back. */
  signIn(address: string, subject: string): Promise<string>
  /** Changes the next identity tokens. */
  forge(tokens: Tokens): void
  stop(): Promise<void>
}

const CLIENT_ID = 'console'
const CLIENT_SECRET = 'Xk29_fjLq7_ZwPv83_uNbT51'
const SECONDS = 300

function authorise(codes: Map<string, Code>, query: URLSearchParams, reply: ServerResponse): void {
  const code = randomBytes(16).toString('hex')
  codes.set(code, { subject: query.get('test_subject') ?? '', query })
  const back = new URL(query.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
  reply.writeHead(302, { location: back.href }).end()
}

/** The code of a request for tokens, once, if the request is of the client and the page that began it. */
function takeCode(
  codes: Map<string, Code>,
  request: IncomingMessage,
  sent: URLSearchParams,
): Code | undefined {
  const code = codes.get(sent.get('code') ?? '')
  codes.delete(sent.get('code') ?? '')
  const digest = createHash('sha256')
    .update(sent.get('code_verifier') ?? '')
    .digest('base64url')
  const isRight =
    isClient(request, sent) &&
    digest === code?.query.get('code_challenge') &&
    sent.get('redirect_uri') === code.query.get('redirect_uri')
  return isRight ? code : undefined
}

function claimsOf(issuer: string, { subject, query }: Code): Readonly<Record<string, unknown>> {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: issuer,
    sub: subject,
    aud: CLIENT_ID,
    nonce: query.get('nonce'),
    iat: now,
    exp: now + SECONDS,
  }
}

/** An OpenID provider with the authorisation code flow, PKCE and RS256. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const own = newKey()
  const codes = new Map<string, Code>()
  let forged: Tokens = {}
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', issuer)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send(reply, configurationOf(issuer))
      case '/keys':
        return send(reply, {
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }],
        })
      case '/authorize':
        return authorise(codes, url.searchParams, reply)
      default:
        return redeem(request, reply)
    }
  }

  async function redeem(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const sent = new URLSearchParams(await text(request))
    const code = takeCode(codes, request, sent)
    if (!code) return send(reply, { error: 'invalid_grant' }, 400)
    const claims = { ...claimsOf(issuer, code), ...forged.claims }
    return send(reply, {
      access_token: 'unused',
      token_type: 'Bearer',
      id_token: tokenOf(claims, {
        key: forged.key ?? own.privateKey,
        isUnsigned: forged.isUnsigned,
      }),
    })
  }

  return {
    settings: {
      STAFF_SIGN_IN: 'openid',
      STAFF_OIDC_ISSUER: issuer,
      STAFF_OIDC_CLIENT_ID: CLIENT_ID,
      STAFF_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    },
    async signIn(page, subject) {
      const url = new URL(page)
      url.searchParams.set('test_subject', subject)
      const { headers } = await fetch(url, { redirect: 'manual' })
      return new URL(headers.get('location') ?? '').search
    },
    forge: (tokens) => {
      forged = tokens
    },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  }
}

/** Keys of a provider. */
export function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function configurationOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }
}

/** The secret in the form or in the header. */
function isClient({ headers }: IncomingMessage, sent: URLSearchParams): boolean {
  const basic = Buffer.from(
    (headers.authorization ?? '').replace('Basic ', ''),
    'base64',
  ).toString()
  const given = sent.get('client_secret') ?? decodeURIComponent(basic.split(':')[1] ?? '')
  return given === CLIENT_SECRET
}

function tokenOf(
  claims: object,
  { key, isUnsigned }: { readonly key: KeyObject; readonly isUnsigned: boolean | undefined },
): string {
  const header = isUnsigned ? { alg: 'none' } : { alg: 'RS256', kid: '1' }
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  if (isUnsigned) return `${signed}.`
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`
}

function send(reply: ServerResponse, body: object, status = 200): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
