import { expect, it } from 'vitest'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { readSignature } from '@qingzhou/platform/documents/signing/testing/read-signature'
import { startProductForFile } from '#testing/product.ts'
import { download, newBorrower, newRequestNo, settledLoan } from './testing/settled-borrower.ts'

const product = startProductForFile()

type ReceivedMail = {
  readonly subject: string
  readonly attachments: readonly { id: string; name: string }[]
}

async function mailsTo(address: string): Promise<readonly ReceivedMail[]> {
  const query = new URLSearchParams({ to: address })
  const response = await fetch(`${product.sandbox.url}/inbox?${query.toString()}`)
  // The sandbox routes define the shape of this answer.
  return ((await response.json()) as { messages: ReceivedMail[] }).messages
}

async function attachmentOf(id: string): Promise<Buffer> {
  const response = await fetch(`${product.sandbox.url}/inbox/attachments/${id}`)
  return Buffer.from(await response.arrayBuffer())
}

it('certificates are sent in one mail, each as the issued file', { timeout: 60_000 }, async () => {
  const borrower = await newBorrower(product)
  const loanNos = [await settledLoan(product, borrower), await settledLoan(product, borrower)]
  const { settlement, profile } = borrower.client.api
  const email = 'proof@mail.example'
  const request = { requestNo: newRequestNo(), kind: 'settlement' as const, loanNos, email }
  const { certificates, sentTo } = await settlement.apply(request)
  expect(sentTo).toBe('p***@mail.example')
  expect((await settlement.apply(request)).sentTo).toBe(sentTo)
  await product.runTasks()

  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail?.subject).toContain('结清证明（2 份）')
  for (const [index, { id, name }] of (mail?.attachments ?? []).entries()) {
    const pdf = await attachmentOf(id)
    expect(name).toContain(certificates[index]?.certificateNo)
    const downloaded = await download(product, certificates[index]?.pdfUrl ?? '', borrower.client)
    expect(downloaded.pdf.equals(pdf)).toBe(true)
    expect(readSignature(pdf).isValid).toBe(true)
  }

  const { emails } = await profile.emails({})
  const emailNo = emails[0]?.emailNo ?? ''
  await settlement.apply({ requestNo: newRequestNo(), kind: 'statement', emailNo })
  await product.runTasks()
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('信贷账户证明'),
  )
})

it(
  'a mail to an unknown or ambiguous address is refused, and no certificate is issued',
  { timeout: 60_000 },
  async () => {
    const borrower = await newBorrower(product)
    const loanNos = [await settledLoan(product, borrower)]
    const request = { requestNo: newRequestNo(), kind: 'settlement' as const, loanNos }
    const { settlement } = borrower.client.api
    const nothingNamed = { kind: 'field-invalid', message: '请选择或输入邮箱' } as const
    await expectRefusal(
      settlement.apply({ ...request, emailNo: 'of-another-customer' }),
      nothingNamed,
    )
    const both = { ...request, emailNo: 'profile', email: 'a@mail.example' }
    await expectRefusal(settlement.apply(both), nothingNamed)
    const { loans } = await settlement.settledLoans({ pageNo: 1 })
    expect(loans[0]?.certificateNo).toBeUndefined()
  },
)
