import { createBank } from './bank/http.ts'
import type { Bank } from './bank/port.ts'
import { createBureau } from './bureau/http.ts'
import type { Bureau } from './bureau/port.ts'
import { createFirstDeviceVendor, createSecondDeviceVendor } from './device/http.ts'
import type { DeviceVendor } from './device/port.ts'
import { createFaceJudge } from './face/http.ts'
import type { FaceJudge } from './face/port.ts'
import { createIdCheck } from './id-check/http.ts'
import type { IdCheck } from './id-check/port.ts'
import { createIpLookUp } from './ip/http.ts'
import type { IpLookUp } from './ip/port.ts'
import { createMailSender } from './mail/http.ts'
import type { MailSender } from './mail/port.ts'
import { createMall } from './mall/http.ts'
import type { Mall } from './mall/port.ts'
import { createMessenger } from './messenger/http.ts'
import type { Messenger } from './messenger/port.ts'
import { createCardReader } from './ocr/http.ts'
import type { CardReader } from './ocr/port.ts'
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
  readonly cardReader: CardReader
  readonly faceJudge: FaceJudge
  readonly idCheck: IdCheck
  readonly bank: Bank
  readonly bureau: Bureau
  readonly mall: Mall
}

export function createProviders(settings: {
  readonly url: string
  readonly secret: string
  /** Where a borrower's browser finds the consent pages. */
  readonly consentUrl: string
  readonly now: () => Date
  /** Our own address, where providers tell what became of an order. */
  readonly ownOrigin: () => string
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
    cardReader: createCardReader(ask),
    faceJudge: createFaceJudge(ask),
    idCheck: createIdCheck(ask),
    bank: createBank(ask, settings),
    bureau: createBureau(ask, settings),
    mall: createMall(ask, settings),
  }
}
