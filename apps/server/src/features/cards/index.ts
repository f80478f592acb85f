export { bindingCallback } from './settle-binding.ts'
export { boundCardOf } from './bind-card.ts'
export { lockCard, saveDebitOutcome, type Card } from './card-store.ts'
export { cardFacts, endAgreements } from './debit-agreement.ts'
export { hasDebitAgreement, lockDebitAgreement } from './debit-agreement-store.ts'
export { cardsHandlers, cardTasks } from './handlers.ts'
export { findCard, holderOfCard, isLastinglyRefused, readCards } from './read-cards.ts'
export {
  enqueueAgreementPoll,
  walletAgreementCallback,
} from './wallet-agreement/settle-agreement.ts'
export {
  lockUsableAgreement,
  usableAgreement,
  type UsableAgreement,
} from './wallet-agreement/usable-agreement.ts'
export { endWalletAgreements } from './wallet-agreement/wallet-agreement.ts'
