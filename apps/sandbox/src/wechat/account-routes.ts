import { randomBytes } from 'node:crypto'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Authorisations } from '#consent/authorisations.ts'
import type { Messenger } from '#messenger/messenger.ts'

const TOKEN_SECONDS = 7_200

export type AccountParts = {
  readonly authorisations: Authorisations
  readonly messenger: Messenger
  readonly secret: string
  readonly now: () => number
}

const login = z.object({ appid: z.string(), secret: z.string() })
const exchange = login.extend({ code: z.string(), grant_type: z.literal('authorization_code') })
const wantsToken = login.extend({ grant_type: z.literal('client_credential') })
const withToken = z.object({ access_token: z.string() })
const scheme = z.object({
  jump_wxa: z.object({ path: z.string().max(1024), query: z.string().max(512) }),
  is_expire: z.literal(true),
  expire_type: z.literal(1),
  expire_interval: z.int().min(1).max(30),
})

/** The calls of the lender's official account and mini program. Their refusals have status 200. */
export function accountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { authorisations, messenger, now } = parts
  const account = wechatAccountOf(parts.secret)
  const secrets = new Map([
    [account.appId, account.appSecret],
    [account.miniAppId, account.miniAppSecret],
  ])
  const tokens = new Map<string, { readonly token: string; readonly until: number }>()
  const isKnown = ({ appid, secret }: z.output<typeof login>) => secrets.get(appid) === secret
  const isTokenOf = (appId: string, token: string | undefined) => {
    const valid = tokens.get(appId)
    return valid !== undefined && valid.token === token && now() < valid.until
  }

  app.get('/sns/oauth2/access_token', async (request) => {
    const asked = exchange.safeParse(request.query).data
    if (!asked || !isKnown(asked)) return refused(40125, 'invalid appsecret')
    const person = authorisations.exchange('messenger', asked.code)
    if (!person) return refused(40029, 'invalid code')
    const { openId } = person
    return { access_token: randomBytes(24).toString('hex'), expires_in: 7_200, openid: openId }
  })

  app.post('/cgi-bin/stable_token', async ({ body }) => {
    const asked = wantsToken.safeParse(jsonIn(body)).data
    if (!asked || !isKnown(asked)) return refused(40125, 'invalid appsecret')
    const standing = tokens.get(asked.appid)
    const fresh = { token: randomBytes(64).toString('hex'), until: now() + TOKEN_SECONDS * 1_000 }
    const ticket = standing && now() < standing.until ? standing : fresh
    tokens.set(asked.appid, ticket)
    return { access_token: ticket.token, expires_in: Math.ceil((ticket.until - now()) / 1_000) }
  })

  app.get('/cgi-bin/ticket/getticket', async ({ query }) => {
    const { access_token: token } = withToken.safeParse(query).data ?? {}
    if (!isTokenOf(account.appId, token)) return refused(40001, 'invalid credential')
    const { ticket, expiresInSeconds } = messenger.pageTicket()
    return { errcode: 0, errmsg: 'ok', ticket, expires_in: expiresInSeconds }
  })

  app.post('/wxa/generatescheme', async ({ query, body }) => {
    const { access_token: token } = withToken.safeParse(query).data ?? {}
    if (!isTokenOf(account.miniAppId, token)) return refused(40001, 'invalid credential')
    const wanted = scheme.safeParse(jsonIn(body)).data
    if (!wanted) return refused(40165, 'invalid weapp pagepath')
    const { urlScheme } = messenger.miniProgramLink(wanted.jump_wxa)
    return { errcode: 0, errmsg: 'ok', openlink: urlScheme }
  })
}

const refused = (errcode: number, errmsg: string) => ({ errcode, errmsg })

function jsonIn(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}
