import { createFirstDeviceVendor, createSecondDeviceVendor } from './device/http.ts'
import type { DeviceVendor } from './device/port.ts'
import { createIpLookUp } from './ip/http.ts'
import type { IpLookUp } from './ip/port.ts'
import { createMailSender } from './mail/http.ts'
import type { MailSender } from './mail/port.ts'
import { createMessenger } from './messenger/http.ts'
import type { Messenger } from './messenger/port.ts'
import { createAsk } from './signed-http.ts'
import { createSmsSender } from './sms/http.ts'
import type { SmsSender } from './sms/port.ts'
import { createWallet } from './wallet/http.ts'
import type { Wallet } from './wallet/port.ts'

/** The outside world, in our words. */
export type Providers = {
  readonly sms: SmsSender
  readonly mail: MailSender
  readonly ip: IpLookUp
  readonly firstDeviceVendor: DeviceVendor
  readonly secondDeviceVendor: DeviceVendor
  readonly wallet: Wallet
  readonly messenger: Messenger
}

export function createProviders(settings: {
  readonly url: string
  readonly secret: string
  /** Where a borrower's browser finds the consent pages. */
  readonly consentUrl: string
  readonly now: () => Date
}): Providers {
  const ask = createAsk(settings)
  return {
    sms: createSmsSender(ask),
    mail: createMailSender(ask),
    ip: createIpLookUp(ask),
    firstDeviceVendor: createFirstDeviceVendor(ask),
    secondDeviceVendor: createSecondDeviceVendor(ask),
    wallet: createWallet(ask, settings),
    messenger: createMessenger(ask, settings),
  }
}
