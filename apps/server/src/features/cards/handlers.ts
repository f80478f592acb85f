import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { bankOfNumber, supportedBanks } from './bank-of-number.ts'
import { bindCard, boundCardOf } from './bind-card.ts'
import {
  confirmDebitAgreement,
  endDebitAgreement,
  isDebitAgreed,
  startDebitAgreement,
  endAtBank,
} from './debit-agreement.ts'
import { chooseDefaultCard, readCards } from './read-cards.ts'
import { sendBindingCode, requireBindable } from './send-binding-code.ts'
import {
  endWalletAgreement,
  readWalletAgreement,
  startWalletAgreement,
} from './wallet-agreement/wallet-agreement.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import type { unreadableCard } from '@qingzhou/contract/features/cards'
import { convertPicture } from '@qingzhou/platform/files/picture'
import type { BankCardReading } from '@qingzhou/providers/ocr/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import { returnAttempt, takeAttempt } from '#features/identity/index.ts'
import { askWalletAgreement, endAtApp } from './wallet-agreement/settle-agreement.ts'
import { pollBinding } from './settle-binding.ts'

const SIDE_MAX = 1600

export function cardsHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'tasks'
    | 'now'
    | 'providers'
    | 'log'
    | 'today'
    | 'businessDate'
  >,
): Handlers<Callers>['cards'] {
  return {
    supportedBanks: async () => ({ banks: [...supportedBanks] }),
    bankOfNumber: async ({ cardNo }) => bankOfNumber(cardNo),
    readNumber: (input, caller) => readCardNumber(services, caller, input),
    sendBindingCode: (input, caller) => sendBindingCode(services, caller, input),
    bind: (input, caller) => bindCard(services, caller, input),
    hasDebitAgreement: (input, caller) => isDebitAgreed(services, caller, input),
    startDebitAgreement: (input, caller) => startDebitAgreement(services, caller, input),
    confirmDebitAgreement: (input, caller) => confirmDebitAgreement(services, caller, input),
    endDebitAgreement: (input, caller) => endDebitAgreement(services, caller, input),
    walletAgreement: (_, caller) => readWalletAgreement(services, caller),
    startWalletAgreement: (input, caller) => startWalletAgreement(services, caller, input),
    endWalletAgreement: (_, caller) => endWalletAgreement(services, caller),
    chooseDefault: async ({ cardId }, { session: { customer } }) => {
      const cards = await chooseDefaultCard(services, { customer, cardId })
      return { cards: cards.map(boundCardOf) }
    },
    list: async (_, { session }) => {
      const cards = await readCards(services.database, services, session.customer)
      return { cards: cards.map(boundCardOf) }
    },
  }
}

type Kinds = 'ask-binding' | 'end-debit-agreement' | 'ask-wallet-agreement' | 'end-wallet-agreement'

export function cardTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
): TaskHandlers<Kinds> {
  return {
    'ask-binding': ({ customer, bindingNo }) =>
      pollBinding(services, { customer: customerNo(customer), bindingNo }),
    'end-debit-agreement': ({ customer, debitNo }) =>
      endAtBank(services, { customer: customerNo(customer), debitNo }),
    'ask-wallet-agreement': ({ customer, agreementNo }) =>
      askWalletAgreement(services, { customer: customerNo(customer), agreementNo }),
    'end-wallet-agreement': ({ customer, agreementNo }) =>
      endAtApp(services, { customer: customerNo(customer), agreementNo }),
  }
}

type Deps = Pick<Services, 'database' | 'providers' | 'log' | 'today'>

type Answer = { readonly readsLeft: number } & (
  | { readonly outcome: 'read'; readonly cardNo: string }
  | { readonly outcome: (typeof unreadableCard)[number] }
)

/**
 * Reads the number of a bank card from a photo, for its holder to check. Neither the photo nor the
 * number is stored: the holder may take the photo of another card, or of a card of another person.
 */
async function readCardNumber(
  services: Deps,
  caller: SignedInCaller,
  { image }: { readonly image: string },
): Promise<Answer> {
  const { customer } = caller.session
  await requireBindable(services, caller)
  const picture = await decode(services, customer, image)
  const readsLeft = await take(services, customer, 'bankCardRead')
  const reading = await read(services, customer, picture)
  return reading.outcome === 'read'
    ? { outcome: 'read', cardNo: reading.number, readsLeft }
    : { outcome: reading.outcome, readsLeft }
}

/** Decoding costs CPU time, so it has a daily quota too, a more generous one. */
async function decode(
  services: Pick<Services, 'database' | 'today'>,
  customer: CustomerNo,
  image: string,
): Promise<Buffer> {
  await take(services, customer, 'picture')
  return convertPicture(Buffer.from(image, 'base64'), { sideMax: SIDE_MAX })
}

async function take(
  services: Pick<Services, 'database' | 'today'>,
  customer: CustomerNo,
  kind: 'picture' | 'bankCardRead',
): Promise<number> {
  const left = await takeAttempt(services.database, services, { customer, kind })
  if (left === undefined) throw new Refused({ kind: 'bank-card-reads-used-up' })
  return left
}

/** A failure of the OCR provider does not use up a read. */
async function read(
  { database, providers, log, today }: Deps,
  customer: CustomerNo,
  picture: Buffer,
): Promise<BankCardReading> {
  const day = today()
  try {
    return await providers.cardReader.readBankCard(picture)
  } catch (cause) {
    await returnAttempt(database, { customer, kind: 'bankCardRead', day })
    log.warn('bank-card.not-read', { reason: faultIn(cause) })
    throw new Refused({ kind: 'bank-card-not-read' })
  }
}
