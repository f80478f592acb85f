import { afterEach, describe, expect, it } from 'vitest'
import { saveForm } from '#features/profile/profile-store.ts'
import { killAfter } from '#features/loans/testing/killed.ts'
import {
  executeDraw,
  newBorrower,
  waitForBank,
  type TestBorrower,
} from '#features/loans/testing/borrower.ts'
import { expectRefusal, setFault } from '#features/onboarding/testing/visitor.ts'
import { sendMail } from '#features/messages/outbox-tasks.ts'
import { renderDocument } from '#features/support/index.ts'
import type { Printer } from '@qingzhou/platform/documents/print'
import { readSignature } from '@qingzhou/platform/documents/signing/testing/read-signature'
import { textOfPdf } from '@qingzhou/platform/documents/testing/read-pdf'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()
afterEach(() => setFault(product, { provider: 'mail', down: false }))

let requests = 0
const newRequestNo = () => `mail-request-${(requests += 1)}`
const newAddress = () => `borrower.${(requests += 1)}@mail.example`

/** A borrower with a loan and the numbers of its signed agreements. */
async function borrowerWithAgreements() {
  const borrower = await newBorrower(product)
  await executeDraw(product, borrower)
  await waitForBank(product)
  const { agreements } = await borrower.client.api.agreements.signedList({ pageNo: 1 })
  return { borrower, agreementNos: agreements.map(({ agreementNo }) => agreementNo) }
}

type ReceivedMail = {
  readonly subject: string
  readonly text: string
  readonly attachments: readonly { id: string; name: string; sizeBytes: number }[]
}

async function mailsTo(address: string): Promise<readonly ReceivedMail[]> {
  const query = new URLSearchParams({ to: address })
  const response = await fetch(`${product.sandbox.url}/inbox?${query.toString()}`)
  // The sandbox's own response; its routes define this shape.
  return ((await response.json()) as { messages: ReceivedMail[] }).messages
}

async function attachmentOf(id: string): Promise<Buffer> {
  const response = await fetch(`${product.sandbox.url}/inbox/attachments/${id}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return Buffer.from(await response.arrayBuffer())
}

const send = (
  { client }: TestBorrower,
  request: { requestNo?: string; agreementNos: string[]; email?: string; emailNo?: string },
) => client.api.agreements.sendByEmail({ requestNo: newRequestNo(), ...request })

describe('agreements sent by e-mail', { timeout: 60_000 }, () => {
  it('[7.119] arrive in one mail, each as a PDF with the lender’s signature', async () => {
    const { borrower, agreementNos } = await borrowerWithAgreements()
    const email = newAddress()
    expect(await send(borrower, { agreementNos, email })).toEqual({ sentTo: 'b***@mail.example' })
    await product.runTasks()
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.subject).toContain('3 份')
    expect(mail?.attachments.map(({ name }) => name.replace(/^\d-/, '')).toSorted()).toEqual(
      ['借款合同.pdf', '委托扣款授权书.pdf', '综合融资成本明示表.pdf'].toSorted(),
    )
    const contract = mail?.attachments.find(({ name }) => name.includes('借款合同'))
    const text = await textOfPdf(await attachmentOf(contract?.id ?? ''))
    expect(text.join('')).toContain('沈青禾')
    for (const { id } of mail?.attachments ?? []) {
      const { isOverAll, isValid, chain } = readSignature(await attachmentOf(id))
      expect({ isOverAll, isValid }).toEqual({ isOverAll: true, isValid: true })
      expect(chain[0]?.subject).toContain('轻舟消费金融有限公司')
    }
  })

  it('are sent once for one requestNo, however often it is repeated', async () => {
    const { borrower, agreementNos } = await borrowerWithAgreements()
    const request = { requestNo: newRequestNo(), agreementNos, email: newAddress() }
    await Promise.all([1, 2, 3].map(() => send(borrower, request)))
    await product.runTasks()
    await send(borrower, { ...request, agreementNos: agreementNos.toReversed() })
    await product.runTasks()
    expect(await mailsTo(request.email)).toHaveLength(1)
    const other = send(borrower, { ...request, email: newAddress() })
    await expectRefusal(other, { kind: 'number-taken' })
  })

  it('arrive once even if the mail provider was down or the worker was killed at any step', async () => {
    const { borrower, agreementNos } = await borrowerWithAgreements()
    const { services } = product
    const email = newAddress()
    await setFault(product, { provider: 'mail', down: true })
    await send(borrower, { agreementNos: agreementNos.slice(0, 1), email })
    expect(await product.runTasks()).toMatchObject({ failed: 1 })
    await setFault(product, { provider: 'mail', down: false })
    const key = await mailNoOf(borrower)
    for (let steps = 0; steps < 4; steps += 1) {
      const mortal = { ...services, database: killAfter(steps, services.database) }
      await sendMail(mortal, (named) => renderDocument(mortal, named), key).catch(() => {})
    }
    product.advance(60)
    await product.runTasks()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('must all belong to the customer: with one of another customer nothing is sent', async () => {
    const { agreementNos } = await borrowerWithAgreements()
    const mine = await borrowerWithAgreements()
    const email = newAddress()
    const mixed = [...mine.agreementNos, ...agreementNos.slice(0, 1)]
    const attempt = send(mine.borrower, { agreementNos: mixed, email })
    await expectRefusal(attempt, { kind: 'agreement-unknown' })
    await product.runTasks()
    expect(await mailsTo(email)).toEqual([])
  })

  it('omit attachments above the mailbox size limit and say so in the text', async () => {
    const { borrower, agreementNos } = await borrowerWithAgreements()
    const email = newAddress()
    await send(borrower, { agreementNos, email })
    const { printer } = product.services
    const heavy: Printer = {
      ...printer,
      print: async (document) =>
        Buffer.concat([await printer.print(document), Buffer.alloc(2 * 1024 * 1024)]),
    }
    const services = { ...product.services, printer: heavy }
    await sendMail(services, (named) => renderDocument(services, named), await mailNoOf(borrower))
    const [mail] = await mailsTo(email)
    expect(mail?.attachments).toHaveLength(2)
    expect(mail?.text).toContain('没有附上')
  })

  it('are sent ten times a day at most', async () => {
    const { borrower, agreementNos } = await borrowerWithAgreements()
    const request = { agreementNos: agreementNos.slice(0, 1), email: newAddress() }
    for (let count = 0; count < 10; count += 1) await send(borrower, request)
    await expect(send(borrower, request)).rejects.toThrow(/操作太频繁/)
    product.advance(24 * 60 * 60)
    await product.runTasks()
    expect(await mailsTo(request.email)).toHaveLength(10)
  })
})

describe('e-mail addresses on file', { timeout: 60_000 }, () => {
  it('[7.141] are those of the profile and of earlier mails, shown masked and selectable by number', async () => {
    const { borrower, agreementNos } = await borrowerWithAgreements()
    const { client, customer } = borrower
    expect(await client.api.profile.emails({})).toEqual({ emails: [] })
    await product.services.database.inTransaction((tx) =>
      saveForm(tx, product.services, {
        customer,
        form: 'basic',
        fields: { email: 'home@mail.example' },
      }),
    )
    const used = newAddress()
    await send(borrower, { agreementNos, email: used })
    await send(borrower, { agreementNos, email: used.toUpperCase() })
    // Strangers have used up what others may send to the mailbox.
    const spent = { key: 'mail:address:home@mail.example', limit: 20, cost: 20 }
    await product.services.limiter.take({ ...spent, windowSeconds: 86_400 })
    const stranger = await borrowerWithAgreements()
    const theirs = { agreementNos: stranger.agreementNos, email: 'home@mail.example' }
    await expect(send(stranger.borrower, theirs)).rejects.toThrow(/操作太频繁/)
    await send(borrower, { agreementNos, email: 'HOME@mail.example' })
    const { emails } = await client.api.profile.emails({})
    expect(emails.map(({ masked }) => masked)).toEqual(['h***@mail.example', 'B***@MAIL.EXAMPLE'])

    await product.runTasks()
    const emailNo = emails[0]?.emailNo ?? ''
    expect(await send(borrower, { agreementNos, emailNo })).toEqual({ sentTo: 'h***@mail.example' })
    await product.runTasks()
    expect(await mailsTo('home@mail.example')).toHaveLength(1)
  })

  it('cannot be used by another customer, and exactly one of number and address is required', async () => {
    const { borrower, agreementNos } = await borrowerWithAgreements()
    await send(borrower, { agreementNos, email: newAddress() })
    const { emails } = await borrower.client.api.profile.emails({})
    const emailNo = emails[0]?.emailNo ?? ''
    const other = await borrowerWithAgreements()
    const nothingNamed = { kind: 'field-invalid', message: '请选择或输入邮箱' } as const
    const theirs = { agreementNos: other.agreementNos }
    await expectRefusal(send(other.borrower, { ...theirs, emailNo }), nothingNamed)
    await expectRefusal(send(other.borrower, theirs), nothingNamed)
    const both = { agreementNos, emailNo, email: newAddress() }
    await expectRefusal(send(borrower, both), nothingNamed)
  })

  it('are limited to five, and encrypted like the mails themselves', async () => {
    const { borrower, agreementNos } = await borrowerWithAgreements()
    const one = { agreementNos: agreementNos.slice(0, 1) }
    const addresses = Array.from({ length: 7 }, newAddress)
    for (const email of addresses) {
      product.advance(1)
      await send(borrower, { ...one, email })
    }
    expect((await borrower.client.api.profile.emails({})).emails).toHaveLength(5)
    const rows = await product.services.database.query<{ kept: string }>(
      `SELECT customer_emails::text AS kept FROM customer_emails
       UNION ALL SELECT outbox_mails::text FROM outbox_mails UNION ALL SELECT tasks::text FROM tasks`,
    )
    for (const { kept } of rows) {
      expect(kept).not.toContain('mail.example')
      expect(kept).not.toContain(Buffer.from('mail.example').toString('hex'))
    }
  })
})

/** The customer's newest mail. */
async function mailNoOf({ customer }: TestBorrower) {
  const [row] = await product.services.database.query<{ message_no: string }>(
    `SELECT message_no FROM outbox_mails WHERE customer_no = $1 ORDER BY enqueued_at DESC LIMIT 1`,
    [customer],
  )
  return { customer, messageNo: row?.message_no ?? '' }
}

describe('the list of signed agreements', { timeout: 60_000 }, () => {
  it('[7.118] names the loan of each agreement, and can be filtered by loan or by limit', async () => {
    const { borrower } = await borrowerWithAgreements()
    const { signedList } = borrower.client.api.agreements
    const { agreements } = await signedList({ about: 'loan', pageNo: 1 })
    expect(agreements).toHaveLength(3)
    for (const { loan } of agreements) expect(loan).toMatchObject({ amount: 12_000_00n })
    expect((await signedList({ about: 'credit', pageNo: 1 })).agreements).toEqual([])
    const loanNo = agreements[0]?.loan?.loanNo ?? ''
    expect((await signedList({ loanNo, pageNo: 1 })).agreements).toHaveLength(3)
  })
})

describe('consent after a forced read of an agreement', { timeout: 60_000 }, () => {
  it('stores the person, the version and the first time', async () => {
    const { client, customer } = await newBorrower(product)
    const { forEvent, confirmRead } = client.api.agreements
    const { agreements } = await forEvent({
      prodSubNo: '103001',
      channelCode: '000000000004',
      hasFund: false,
      eventType: '0101',
    })
    const { code = '', version = '' } = agreements[0] ?? {}
    const text = { eventType: '0101', code, version } as const
    const now = product.services.now().getTime()
    const { agreedAt } = await confirmRead(text)
    expect(agreedAt).toBeGreaterThanOrEqual(now)
    product.advance(60)
    expect(await confirmRead(text)).toEqual({ agreedAt })
    expect(
      await product.services.database.query(
        `SELECT customer_no, page_version FROM consents WHERE page_name = $1`,
        [`agreement/${code}`],
      ),
    ).toEqual([{ customer_no: customer, page_version: version }])
    await expectRefusal(confirmRead({ ...text, version: '1999.01' }), {
      kind: 'agreement-outdated',
    })
    await expectRefusal(confirmRead({ ...text, code: 'loan-contract' }), {
      kind: 'page-data-missing',
    })
    await expectRefusal(product.client().api.agreements.confirmRead(text), {
      kind: 'not-signed-in',
    })
  })
})
