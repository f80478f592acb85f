import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { endAtBank } from './debit-agreement.ts'
import { askWalletAgreement, endAtApp } from './wallet-agreement/settle-agreement.ts'
import { pollBinding } from './settle-binding.ts'

type Kinds = 'ask-binding' | 'end-debit-agreement' | 'ask-wallet-agreement' | 'end-wallet-agreement'

export function cardTasks(services: Services): TaskHandlers<Kinds> {
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
