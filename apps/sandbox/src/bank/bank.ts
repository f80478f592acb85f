import { join } from 'node:path'
import type { Announce } from '#announcements.ts'
import type { Faults } from '#faults.ts'
import type { Inbox } from '#inbox.ts'
import { openRecords } from '#records.ts'
import { createAccounts } from './accounts.ts'
import { binding } from './binding.ts'
import { createBindings } from './bindings.ts'
import { boundCard, createCardBook } from './card-book.ts'
import { createDebitAgreements, debitAgreement } from './debit-agreements.ts'
import { transfer } from './transfer.ts'
import { createTransfers } from './transfers.ts'

export type Bank = ReturnType<typeof openBank>

/** The bank, with its books in its own files. */
export function openBank(parts: {
  readonly directory: string
  readonly inbox: Inbox
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}) {
  const { directory, faults } = parts
  const cards = createCardBook(openRecords(join(directory, 'bank-cards.jsonl'), boundCard))
  const keptBindings = openRecords(join(directory, 'bank-bindings.jsonl'), binding)
  const keptTransfers = openRecords(join(directory, 'bank-transfers.jsonl'), transfer)
  const keptAgreements = openRecords(join(directory, 'bank-debits.jsonl'), debitAgreement)
  const accounts = createAccounts({ transfers: keptTransfers, cards, faults })
  const bindings = createBindings({ ...parts, kept: keptBindings, cards })
  const transfers = createTransfers({ ...parts, kept: keptTransfers, accounts })
  const debitAgreements = createDebitAgreements({ ...parts, kept: keptAgreements, cards })

  return {
    cards,
    accounts,
    bindings,
    debitAgreements,
    transfers,
    clear() {
      for (const book of [cards, bindings, debitAgreements, transfers]) book.clear()
      accounts.forget()
    },
  }
}
