import * as z from 'zod'
import type { WechatSettings } from '@qingzhou/platform/config/adapters/adapters'
import type { Bulkhead } from '#bulkhead.ts'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import type { StoredToken, TokenStore } from '#token-store.ts'

const ANSWER_MAX_BYTES = 100_000
/** A token is renewed a little early, so that it does not expire during use. */
const EARLY_MS = 5 * 60_000
/** The service is busy: the call may be repeated later. */
const BUSY = -1
/** The token was replaced or has expired. */
const TOKEN_REFUSED = new Set([40001, 40014, 42001])
/** A scheme is used at once; an unlimited one would count towards a small total. */
const SCHEME_DAYS = 1

const refusal = z.object({ errcode: z.optional(z.int()) })
const tokenGiven = z.object({ access_token: z.string().min(1), expires_in: z.int().positive() })
const ticketGiven = z.object({ ticket: z.string().min(1), expires_in: z.int().positive() })

export type AccountSettings = {
  readonly wechat: WechatSettings
  readonly tokens: TokenStore
  readonly now: () => Date
  readonly timeoutMs: number
  readonly bulkhead: Bulkhead
}

type App = { readonly appId: string; readonly secret: string }

/**
 * The lender's official account and mini program: four calls. Tokens and tickets are limited per day
 * and shared by all processes, so they are stored.
 */
export function createWechatAccount(settings: AccountSettings) {
  const { wechat } = settings
  const account = { appId: wechat.appId, secret: wechat.appSecret }
  const miniProgram = { appId: wechat.miniAppId, secret: wechat.miniAppSecret }
  return {
    /** The openid of the person who consented. */
    async openIdOf(code: string): Promise<string> {
      const path = '/sns/oauth2/access_token'
      const query = { appid: account.appId, secret: account.secret, code }
      const input = await call(settings, {
        path,
        query: { ...query, grant_type: 'authorization_code' },
        shape: z.object({ openid: z.string().min(1).max(128) }),
      })
      if ('errcode' in input) throw new ProviderFault(path, `errcode ${input.errcode}`)
      return input.openid
    },

    async checkTokens(): Promise<void> {
      for (const app of [account, miniProgram]) await tokenOf(settings, app)
    },

    /** The ticket that page signatures are made with. */
    pageTicket: (): Promise<string> =>
      shareToken(settings, `wechat-ticket:${account.appId}`, async () => {
        const input = await withToken(settings, account, (token) => ({
          path: '/cgi-bin/ticket/getticket',
          query: { access_token: token, type: 'jsapi' },
          shape: ticketGiven,
        }))
        return { value: input.ticket, seconds: input.expires_in }
      }),

    /** A link that opens the mini program. */
    async urlScheme(target: { readonly path: string; readonly query: string }): Promise<string> {
      const { openlink } = await withToken(settings, miniProgram, (token) => ({
        path: '/wxa/generatescheme',
        query: { access_token: token },
        content: {
          jump_wxa: { path: target.path, query: target.query },
          is_expire: true,
          expire_type: 1,
          expire_interval: SCHEME_DAYS,
        },
        shape: z.object({ openlink: z.string().regex(/^weixin/) }),
      }))
      return openlink
    },
  }
}

function tokenOf(settings: AccountSettings, app: App): Promise<string> {
  return shareToken(settings, `wechat-token:${app.appId}`, async () => {
    const path = '/cgi-bin/stable_token'
    const content = { grant_type: 'client_credential', appid: app.appId, secret: app.secret }
    const input = await call(settings, { path, query: {}, content, shape: tokenGiven })
    if ('errcode' in input) throw new ProviderFault(path, `errcode ${input.errcode}`)
    return { value: input.access_token, seconds: input.expires_in }
  })
}

/**
 * A stored value until it expires, otherwise a new one. Two processes that renew at once get the
 * same token: the app gives out one until shortly before its end.
 */
async function shareToken(
  { tokens, now }: AccountSettings,
  name: string,
  renew: () => Promise<{ readonly value: string; readonly seconds: number }>,
): Promise<string> {
  const stored = await tokens.find(name)
  if (stored && isFresh(stored, now())) return stored.value
  const { value, seconds } = await renew()
  await tokens.save(name, { value, expiresAt: new Date(now().getTime() + seconds * 1_000) })
  return value
}

function isFresh({ expiresAt }: StoredToken, now: Date): boolean {
  return now.getTime() < expiresAt.getTime() - EARLY_MS
}

/** Calls with a token. One that the app no longer accepts is replaced once. */
async function withToken<Shape extends z.ZodType<object>>(
  settings: AccountSettings,
  app: App,
  request: (token: string) => Request<Shape>,
): Promise<z.output<Shape>> {
  const asked = request(await tokenOf(settings, app))
  let input = await call(settings, asked)
  if ('errcode' in input && TOKEN_REFUSED.has(input.errcode)) {
    await settings.tokens.forget(`wechat-token:${app.appId}`)
    input = await call(settings, request(await tokenOf(settings, app)))
  }
  if ('errcode' in input) throw new ProviderFault(asked.path, `errcode ${input.errcode}`)
  return input
}

type Request<Shape> = {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly content?: object
  readonly shape: Shape
}

/** These answers are not signed: TLS says whose they are. Secrets are in the address, never logged. */
async function call<Shape extends z.ZodType<object>>(
  { wechat, timeoutMs, bulkhead }: AccountSettings,
  { path, query, content, shape }: Request<Shape>,
): Promise<z.output<Shape> | { readonly errcode: number }> {
  return bulkhead.run(path, async () => {
    let text: string
    try {
      const address = `${wechat.api}${path}?${new URLSearchParams(query).toString()}`
      const response = await fetch(address, {
        ...(content && { method: 'POST', body: JSON.stringify(content) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`status ${response.status}`)
      text = await response.text()
    } catch (cause) {
      // Without the cause's address, which holds the secret.
      throw new ProviderOutage(path, cause instanceof Error ? cause.message : 'no answer')
    }
    return answerIn(path, text, shape)
  })
}

function answerIn<Shape extends z.ZodType<object>>(
  path: string,
  text: string,
  shape: Shape,
): z.output<Shape> | { readonly errcode: number } {
  try {
    if (text.length > ANSWER_MAX_BYTES) throw new Error('answer too long')
    const answer: unknown = JSON.parse(text)
    const { errcode = 0 } = refusal.parse(answer)
    if (errcode === BUSY) throw new ProviderOutage(path, 'busy')
    return errcode === 0 ? shape.parse(answer) : { errcode }
  } catch (error) {
    if (error instanceof ProviderFault) throw error
    // The cause may hold a token.
    throw new ProviderFault(path, 'answer not understood')
  }
}
