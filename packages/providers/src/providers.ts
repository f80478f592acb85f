import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { Adapters, BankSettings } from '@qingzhou/platform/config/adapters/adapters'
import { createBank } from './bank/http.ts'
import type { Bank } from './bank/port.ts'
import { createRoutedBank, type BankRoute } from './bank/routed-bank.ts'
import type { ProviderCallback } from './callback.ts'
import { gatewayCallbacks } from './callback.ts'
import type { Bulkhead, BulkheadFigures } from './bulkhead.ts'
import { createBureau } from './bureau/http.ts'
import { loadOnce } from '@qingzhou/platform/load-once'
import type { Bureau } from './bureau/port.ts'
import {
  createDeviceVendors,
  createMailSender,
  createSmsSender,
  createIpLookUp,
} from './gateway-services.ts'
import { createEmbeddedDevices } from './device/embedded.ts'
import type { DeviceVendors } from './device/port.ts'
import type { FaceJudge, FacePages } from './face/port.ts'
import type { CardCheck, IdCheck } from './id-check/port.ts'
import type { IpLookUp } from './ip/port.ts'
import type { MailSender } from './mail/port.ts'
import { faceJudge, identityParts } from './identity-parts.ts'
import { createMall } from './mall/http.ts'
import { noMall } from './mall/none.ts'
import type { Mall } from './mall/port.ts'
import { createMessenger } from './messenger/http.ts'
import type { Messenger } from './messenger/port.ts'
import type { CardReader } from './ocr/port.ts'
import { providerLimits } from '@qingzhou/platform/config/provider-limits'
import { bulkheadOf, type Parts, type ProviderSettings } from './parts.ts'
import { createAsk, type Ask } from './signed-http.ts'
import type { SmsSender } from './sms/port.ts'
import { createTemplateSms, type SmsVendor } from './sms/vendors.ts'
import { ownTokens } from './token-store.ts'
import { requirePackages, vendorPackages } from './vendor-packages.ts'
import { createWallet } from './wallet/http.ts'
import type { Wallet } from './wallet/port.ts'

/** All external providers, by their ports. */
export type Providers = {
  readonly sms: SmsSender
  readonly mail: MailSender
  readonly ip: IpLookUp
  /** Undefined where devices are not checked. */
  readonly deviceVendors?: DeviceVendors | undefined
  readonly wallet: Wallet
  readonly messenger: Messenger
  readonly cardReader: CardReader
  readonly faceJudge: FaceJudge
  /** The face checks of customers in the payment app: its own ones, unless another service is chosen. */
  readonly facePages: FacePages
  readonly idCheck: IdCheck
  /** Undefined where only the bank checks a card. */
  readonly cardCheck?: CardCheck | undefined
  readonly bank: Bank
  /** Undefined where no report on an applicant is asked for. */
  readonly bureau?: Bureau | undefined
  readonly mall: Mall
  /** Where providers send notices, each in its own format. */
  readonly callbacks: readonly ProviderCallback[]
  /** Where a provider's page returns to, when its parameters are not ours. */
  readonly returns: readonly ProviderReturn[]
  /** The state of each provider, for the metrics. */
  readonly figures: () => readonly ProviderFigures[]
}

export type ProviderFigures = BulkheadFigures & { readonly provider: ProviderName }

/** An address that a browser is sent to, which redirects to a page of ours. */
export type ProviderReturn = {
  readonly path: string
  readonly target: (query: URLSearchParams) => string
}

export async function createProviders(settings: ProviderSettings): Promise<Providers> {
  requirePackages(vendorPackages(settings.adapters))
  const watched: { readonly provider: ProviderName; readonly bulkhead: Bulkhead }[] = []
  const timeoutOf = (provider: ProviderName) =>
    settings.timeoutsMs[provider] ?? providerLimits[provider].timeoutMs
  const watchedBulkhead = (provider: ProviderName): Bulkhead => {
    const bulkhead = bulkheadOf(settings, provider)
    watched.push({ provider, bulkhead })
    return bulkhead
  }
  const ask = (provider: ProviderName, bulkhead = watchedBulkhead(provider)): Ask => {
    const send = createAsk({ ...settings, timeoutMs: timeoutOf(provider) })
    return (call, question) => bulkhead.run(call.path, () => send(call, question))
  }
  const parts = { settings, timeoutOf, watchedBulkhead, ask }
  const { wallet, ...alipay } = await walletParts(parts)
  const { messenger, ...wechat } = await messengerParts(parts)
  const { cardReader, idCheck, cardCheck, facePages = wallet } = identityParts(parts)
  const { bank, ...unionPay } = await bankParts(parts)
  const own = [alipay, wechat, unionPay]
  return {
    sms: smsSender(parts),
    mail: await mailSender(parts),
    ip: await ipLookUp(parts),
    deviceVendors: deviceVendors(parts),
    wallet,
    messenger,
    cardReader,
    idCheck,
    cardCheck,
    facePages,
    faceJudge: faceJudge(parts),
    bank,
    ...(settings.adapters.bureau !== 'none' && { bureau: createBureau(ask('bureau'), settings) }),
    mall: settings.adapters.mall === 'none' ? noMall : createMall(ask('mall'), settings),
    callbacks: [...gatewayCallbacks(settings), ...own.flatMap(({ callback }) => callback ?? [])],
    returns: own.flatMap(({ returns }) => returns ?? []),
    figures: () => watched.map(({ provider, bulkhead }) => ({ provider, ...bulkhead.figures() })),
  }
}

/** The addresses of an app that is spoken to directly. */
type OwnAddresses = {
  readonly callback?: ProviderCallback
  readonly returns?: readonly ProviderReturn[]
}

// An adapter's package is loaded only when it is chosen.

async function mailSender({ settings, timeoutOf, watchedBulkhead, ask }: Parts) {
  const { mail } = settings.adapters
  if (mail === 'gateway') return createMailSender(ask('mail'))
  const { createSmtpSender } = await import('./mail/smtp.ts')
  const sender = createSmtpSender({ ...mail, timeoutMs: timeoutOf('mail') })
  const bulkhead = watchedBulkhead('mail')
  const send: MailSender['send'] = (message) => bulkhead.run('smtp', () => sender.send(message))
  return { send }
}

function deviceVendors({ settings, ask }: Parts): DeviceVendors | undefined {
  const { adapters, devices: memory } = settings
  if (adapters.device === 'none') return undefined
  if (adapters.device !== 'embedded') {
    return createDeviceVendors(ask('deviceFirst'), ask('deviceSecond'))
  }
  if (!memory) throw new Error('the comparison of devices needs a store of what was seen')
  return createEmbeddedDevices(memory)
}

function smsSender({ settings, timeoutOf, watchedBulkhead, ask }: Parts): SmsSender {
  const { sms } = settings.adapters
  if (sms === 'gateway') return createSmsSender(ask('sms'))
  const deps = { timeoutMs: timeoutOf('sms'), now: settings.now }
  const vendors = sms.map((chosen) => openSmsVendor(chosen, deps))
  // The metrics have one line per provider: that of the service that is tried first.
  const guarded = vendors.map((vendor, index) =>
    guardedVendor(vendor, index === 0 ? watchedBulkhead('sms') : bulkheadOf(settings, 'sms')),
  )
  return createTemplateSms(guarded, createSmsSender(ask('sms', bulkheadOf(settings, 'sms'))))
}

async function ipLookUp({ settings, ask }: Parts): Promise<IpLookUp> {
  return settings.adapters.ip === 'gateway'
    ? createIpLookUp(ask('ip'))
    : (await import('./ip/ip2region.ts')).createIp2Region()
}

async function walletParts(parts: Parts): Promise<{ wallet: Wallet } & OwnAddresses> {
  const { settings, timeoutOf, watchedBulkhead, ask } = parts
  const { wallet: alipay } = settings.adapters
  if (alipay === 'gateway') return { wallet: createWallet(ask('wallet'), settings) }
  const { createAlipay } = await import('./alipay/alipay.ts')
  const bulkhead = watchedBulkhead('wallet')
  return createAlipay({ ...settings, alipay, bulkhead, timeoutMs: timeoutOf('wallet') })
}

async function messengerParts(parts: Parts): Promise<{ messenger: Messenger } & OwnAddresses> {
  const { settings, timeoutOf, watchedBulkhead, ask } = parts
  const { adapters, tokens = ownTokens() } = settings
  const { messenger: wechat = 'gateway' } = adapters
  if (wechat === 'gateway') return { messenger: createMessenger(ask('messenger'), settings) }
  const { createWechat } = await import('./wechat/wechat.ts')
  const bulkhead = watchedBulkhead('messenger')
  const timeoutMs = timeoutOf('messenger')
  return createWechat({ ...settings, wechat, tokens, bulkhead, timeoutMs })
}

async function bankParts(parts: Parts): Promise<{ bank: Bank } & OwnAddresses> {
  const { settings, watchedBulkhead } = parts
  const { bank: chosen } = settings.adapters
  const watched = watchedBulkhead('bank')
  if (chosen === 'gateway' || !('routes' in chosen)) return openBank(parts, chosen, watched)
  // The metrics have one line per provider: that of the bank that is tried first.
  const [first, ...others] = chosen.routes
  const open = (one: BankSettings) => openBank(parts, one, bulkheadOf(settings, 'bank'))
  const routes = [
    await openBank(parts, first, watched),
    ...(await Promise.all(others.map(open))),
  ] as const
  const { now, log, routes: store } = settings
  if (!store) throw new Error('several banks need a store of their orders')
  const callback = routes.find((route) => route.callback)?.callback
  return { bank: createRoutedBank({ routes, store, now, log }), ...(callback && { callback }) }
}

async function openBank(
  { settings, timeoutOf, ask }: Parts,
  chosen: BankSettings,
  bulkhead: Bulkhead,
): Promise<BankRoute & OwnAddresses> {
  if (chosen === 'gateway') {
    return { name: chosen, bank: createBank(ask('bank', bulkhead), settings) }
  }
  const { createUnionPay } = await import('./unionpay/unionpay.ts')
  const timeoutMs = timeoutOf('bank')
  const opened = await createUnionPay({ ...settings, unionPay: chosen, bulkhead, timeoutMs })
  return { name: 'unionpay', ...opened }
}

/** A service of templates with a bulkhead of its own: while its circuit is open, the next one sends. */
function guardedVendor(vendor: SmsVendor, bulkhead: Bulkhead): SmsVendor {
  const { name } = vendor
  return {
    name,
    send: (message) => bulkhead.run(name, () => vendor.send(message)),
    has: (message) => bulkhead.run(name, () => vendor.has(message)),
    approvedTexts: () => bulkhead.run(name, () => vendor.approvedTexts()),
  }
}

type SmsVendorSettings = Exclude<Adapters['sms'], 'gateway'>[number]

/** A chosen service. Its package is loaded at the first message: a start need not wait for it. */
export function openSmsVendor(
  settings: SmsVendorSettings,
  deps: { readonly timeoutMs: number; readonly now: () => Date },
): SmsVendor {
  const vendor = loadOnce(async () =>
    settings.vendor === 'aliyun'
      ? (await import('./sms/aliyun.ts')).createAliyunSms({ ...settings, ...deps })
      : (await import('./sms/tencent.ts')).createTencentSms({ ...settings, ...deps }),
  )
  return {
    name: settings.vendor,
    send: async (message) => (await vendor()).send(message),
    has: async (message) => (await vendor()).has(message),
    approvedTexts: async () => (await vendor()).approvedTexts(),
  }
}
