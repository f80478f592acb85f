import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
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
import { readCardNumber } from './read-card-number.ts'
import { chooseDefaultCard, readCards } from './read-cards.ts'
import { sendBindingCode } from './send-binding-code.ts'
import {
  endWalletAgreement,
  readWalletAgreement,
  startWalletAgreement,
} from './wallet-agreement/wallet-agreement.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { askWalletAgreement, endAtApp } from './wallet-agreement/settle-agreement.ts'
import { pollBinding } from './settle-binding.ts'

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
