import { randomUUID } from 'node:crypto'

import type { TestBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { saveForm } from '@qingzhou/server/features/profile/profile-store.ts'
import { isRefused, outcomeOf, type Attack, type Target } from './attack.ts'
import { executeSignedDraw } from './split-draws.ts'

const MAILS_TO_ADDRESS = 20
const MAILS_OF_A_CUSTOMER = 10

/** Strangers who name a customer's address use up the mails it gets a day; its owner still gets theirs. */
export const mailQuota: Attack = {
  name: 'mails of an address used up by strangers',
  async run(target) {
    const owner = await withAgreement(target)
    const email = `${randomUUID()}@mail.example`
    const { services } = target.product
    await services.database.inTransaction((tx) =>
      saveForm(tx, services, { customer: owner.customer, form: 'basic', fields: { email } }),
    )
    await spendQuota(target, email)
    const another = await withAgreement(target)
    const isLimited = await isRefused(() => send(another, email))
    const isOut = await isRefused(() => send(owner, email))
    return outcomeOf([
      { what: `a mailbox gets more than ${MAILS_TO_ADDRESS} mails`, isRefused: isLimited },
      { what: 'mails of strangers kept the owner from theirs', isRefused: !isOut },
    ])
  },
}

/** In short, the mails of the strangers are only counted. */
async function spendQuota(target: Target, email: string): Promise<void> {
  const allowance = { key: `mail:address:${email}`, limit: MAILS_TO_ADDRESS, windowSeconds: 86_400 }
  if (!target.isFull) {
    await target.product.services.limiter.take({ ...allowance, cost: MAILS_TO_ADDRESS })
    return
  }
  for (let sent = 0; sent < MAILS_TO_ADDRESS; sent += MAILS_OF_A_CUSTOMER) {
    const stranger = await withAgreement(target)
    for (let mail = 0; mail < MAILS_OF_A_CUSTOMER; mail += 1) await send(stranger, email)
  }
}

type Signer = TestBorrower & { readonly agreementNo: string }

async function withAgreement(target: Target): Promise<Signer> {
  const borrower = await target.borrower()
  await executeSignedDraw(target, borrower)
  const { agreements } = await borrower.client.api.agreements.signedList({ pageNo: 1 })
  const [signed] = agreements
  if (!signed) throw new Error('there is no signed agreement to mail')
  return { ...borrower, agreementNo: signed.agreementNo }
}

async function send({ client, agreementNo }: Signer, email: string): Promise<void> {
  const request = { requestNo: randomUUID(), agreementNos: [agreementNo], email }
  await client.api.agreements.sendByEmail(request)
}
