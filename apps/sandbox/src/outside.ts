import { join } from 'node:path'
import { createAnnounce } from './announcements.ts'
import { appPayment } from './app-payments/app-payment.ts'
import { createAppPayments } from './app-payments/app-payments.ts'
import { openAttachments } from './attachments.ts'
import { createAuthorisations } from './authorisations.ts'
import { openBank } from './bank/bank.ts'
import { createBureau, keptOrder } from './bureau/bureau.ts'
import { createFaults } from './faults.ts'
import { openInbox } from './inbox.ts'
import { mallOrder } from './mall/mall-order.ts'
import { createMall } from './mall/mall.ts'
import { createMessenger } from './messenger.ts'
import { createNotices } from './notices.ts'
import { openRecords } from './records.ts'
import { createFaceChecks, keptCheck } from './wallet-face/face-checks.ts'

export type Outside = ReturnType<typeof openOutside>

/** Everything outside of the house: who is there, what they remember, and how they are today. */
export function openOutside(options: {
  readonly dataDirectory: string
  readonly secret: string
  readonly now: () => number
}) {
  const { dataDirectory: directory, now } = options
  const faults = createFaults()
  const notices = createNotices(options)
  const announce = createAnnounce({ notices, faults, now })
  const attachments = openAttachments(join(directory, 'mail-attachments'))
  const inbox = openInbox({ file: join(directory, 'inbox.jsonl'), attachments, now })
  const authorisations = createAuthorisations(now)
  const bank = openBank({ directory, inbox, faults, announce, now })
  const orders = openRecords(join(directory, 'bureau-orders.jsonl'), keptOrder)
  const bureau = createBureau({ orders, faults, announce, now })
  const checks = openRecords(join(directory, 'wallet-faces.jsonl'), keptCheck)
  const faceChecks = createFaceChecks({ checks, announce, now })
  const bought = openRecords(join(directory, 'mall-orders.jsonl'), mallOrder)
  const mall = createMall({ kept: bought, bank, faults, announce, now })
  const payments = openRecords(join(directory, 'app-payments.jsonl'), appPayment)
  const appPayments = createAppPayments({ kept: payments, faults, announce, now })

  return {
    faults,
    inbox,
    authorisations,
    messenger: createMessenger(now),
    bank,
    bureau,
    faceChecks,
    appPayments,
    mall,

    /** As if nobody had ever been asked anything. */
    forget() {
      const forgetful = [inbox, faults, authorisations, bank, bureau, faceChecks, appPayments, mall]
      for (const part of forgetful) part.clear()
    },

    stop: () => notices.stop(),
  }
}
