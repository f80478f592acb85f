import { createHmac } from 'node:crypto'

/** A lender's account at the SMS services of the sandbox. Real services give out such keys. */
export type SmsAccounts = {
  readonly aliyun: { readonly accessKeyId: string; readonly accessKeySecret: string }
  readonly tencent: {
    readonly secretId: string
    readonly secretKey: string
    readonly appId: string
  }
}

/** The keys follow from the secret of the sandbox, so that both sides know them. */
export function smsAccountsOf(secret: string): SmsAccounts {
  const keyOf = (name: string) => createHmac('sha256', secret).update(name).digest('hex')
  return {
    aliyun: {
      accessKeyId: `LTAI${keyOf('aliyun id').slice(0, 20)}`,
      accessKeySecret: keyOf('aliyun key').slice(0, 30),
    },
    tencent: {
      secretId: `AKID${keyOf('tencent id').slice(0, 32)}`,
      secretKey: keyOf('tencent key').slice(0, 32),
      appId: '1400000001',
    },
  }
}

/** The text of a template in the form of each service. */
export type TemplateTexts = Readonly<Record<string, { aliyun: string; tencent: string }>>

/** What a lender has registered at the SMS services: a signature and templates by their number. */
export type SmsRegistration = {
  readonly sign: string
  readonly aliyun: Readonly<Record<string, string>>
  readonly tencent: Readonly<Record<string, string>>
}

const FIRST_NUMBER = 460_000_001

/** Registers templates: returns their texts by number, and the numbers by name. */
export function registerTemplates(
  sign: string,
  texts: TemplateTexts,
): {
  readonly registered: SmsRegistration
  readonly numbers: Record<'aliyun' | 'tencent', Readonly<Record<string, string>>>
} {
  const rows = Object.entries(texts).map(([name, text], index) => {
    const number = String(FIRST_NUMBER + index)
    return { name, text, aliyun: `SMS_${number}`, tencent: number }
  })
  const pairsOf = (of: (row: (typeof rows)[number]) => readonly [string, string]) =>
    Object.fromEntries(rows.map(of))
  return {
    registered: {
      sign,
      aliyun: pairsOf(({ aliyun, text }) => [aliyun, text.aliyun]),
      tencent: pairsOf(({ tencent, text }) => [tencent, text.tencent]),
    },
    numbers: {
      aliyun: pairsOf(({ name, aliyun }) => [name, aliyun]),
      tencent: pairsOf(({ name, tencent }) => [name, tencent]),
    },
  }
}

/** A lender's account at the messaging app of the sandbox. */
export type WechatAccount = {
  readonly appId: string
  readonly appSecret: string
  readonly miniAppId: string
  readonly miniAppSecret: string
  readonly merchantId: string
  /** Shared by lender and app: it seals notices and certificates. */
  readonly apiKey: string
}

export function wechatAccountOf(secret: string): WechatAccount {
  const keyOf = (name: string) =>
    createHmac('sha256', secret).update(name).digest('hex').slice(0, 32)
  return {
    appId: `wx${keyOf('wechat account id').slice(0, 16)}`,
    appSecret: keyOf('wechat account'),
    miniAppId: `wx${keyOf('wechat mini program id').slice(0, 16)}`,
    miniAppSecret: keyOf('wechat mini program'),
    merchantId: '1900000001',
    apiKey: keyOf('wechat api key'),
  }
}
