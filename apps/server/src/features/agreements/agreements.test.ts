import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import type { Block } from '@qingzhou/contract/features/reference'
import { fen } from '@qingzhou/domain/money/money'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import {
  executeDraw,
  newBorrower,
  readyToApply,
  waitForBank,
  type TestBorrower,
} from '#features/loans/testing/borrower.ts'
import { readSignature } from '@qingzhou/platform/documents/signing/testing/read-signature'
import { textOfPdf, withoutSpace } from '@qingzhou/platform/documents/testing/read-pdf'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const asked = { prodSubNo: '103001', channelCode: '000000000004', hasFund: false } as const

/** A borrower with a loan and its signed agreements. */
async function borrowerWithLoan() {
  const borrower = await newBorrower(product)
  const { drawNo, request } = await executeDraw(product, borrower)
  await waitForBank(product)
  const { loanNo = '' } = await borrower.client.api.loans.result({ drawNo })
  const { agreements } = await borrower.client.api.agreements.signedList({ loanNo, pageNo: 1 })
  return { borrower, request, loanNo, agreements }
}

async function readSigned({ client }: TestBorrower, agreementNo: string) {
  return client.api.agreements.signed({ agreementNo })
}

const fetchDocument = (url: string, { client }: Pick<TestBorrower, 'client'>) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return product.app.inject({ method: 'GET', url, headers: { cookie } })
}

async function codesOf(hasFund: boolean): Promise<string[]> {
  const reader = product.client().api.agreements
  const { agreements } = await reader.forEvent({ ...asked, hasFund, eventType: '0301' })
  return agreements.map(({ code }) => code)
}

/** The text of the blocks without their layout. */
function wordsIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'points') return block.points
    if (block.kind === 'pairs') return block.pairs.flatMap(({ name, value }) => [name, value])
    if (block.kind === 'table') return [...block.columns, ...block.rows.flat()]
    return [block.text]
  })
}

describe('agreements shown before signing', { timeout: 60_000 }, () => {
  it('[law separate-consent] [7.078, 7.081] are public with blanks to fill in, and ask for the bureau authorisation separately', async () => {
    const { agreements } = await product
      .client()
      .api.agreements.forEvent({ ...asked, eventType: '0101' })
    expect(agreements.map(({ code, isSeparate }) => [code, isSeparate])).toEqual([
      ['credit-contract', false],
      ['personal-information', false],
      ['bureau-authorisation', true],
    ])
    expect(JSON.stringify(agreements)).toContain('（签署时填入）')
  })

  it('[law bureau-authorisation] name institution, purpose, scope and term in the bureau authorisation', async () => {
    const { agreements } = await product
      .client()
      .api.agreements.forEvent({ ...asked, eventType: '0101' })
    const bureau = agreements.find(({ code }) => code === 'bureau-authorisation')
    const words = wordsIn(bureau?.blocks ?? []).join('')
    for (const part of ['征信机构', '查询目的', '范围', '授权期限']) expect(words).toContain(part)
  })

  it('[7.083, 7.089] are filled with the customer’s own data, numbers masked', async () => {
    const { client, card } = await newBorrower(product)
    const draw = {
      amount: fen(12_000_00n),
      months: 12,
      method: 'equal-instalments' as const,
      purposeCode: 'daily',
      cardId: card.cardId,
    }
    const { agreements } = await client.api.agreements.toConfirm({
      ...asked,
      eventType: '0301',
      draw,
    })
    const words = wordsIn(agreements[0]?.blocks ?? []).join('\n')
    expect(words).toContain('12,000.00 元')
    expect(words).toContain('沈青禾')
    expect(words).toContain(card.lastFour)
    expect(words).not.toMatch(/\d{17}[\dX]/)
  })

  it('include the joint-loan notice only if a partner bank funds the loan', async () => {
    expect(await codesOf(false)).toEqual(['loan-contract'])
    expect(await codesOf(true)).toEqual(['loan-contract', 'union-loan'])
  })
})

describe('signed agreements', { timeout: 60_000 }, () => {
  it('are stored once, word for word, with the cost sheet, and printed as shown with a signature', async () => {
    const { borrower, agreements } = await borrowerWithLoan()
    expect(agreements.map(({ title }) => title).toSorted()).toEqual(
      ['借款合同', '委托扣款授权书', '综合融资成本明示表'].toSorted(),
    )
    for (const { agreementNo, title } of agreements) {
      const { blocks, pdfUrl, hash } = await readSigned(borrower, agreementNo)
      expect(hash).toMatch(/^[\da-f]{64}$/)
      const document = await fetchDocument(pdfUrl, borrower)
      expect(document.headers['content-type']).toBe('application/pdf')
      expect(document.headers['x-content-type-options']).toBe('nosniff')
      expect(readSignature(document.rawPayload)).toMatchObject({ isOverAll: true, isValid: true })
      const pages = (await textOfPdf(document.rawPayload)).map((page) =>
        page.replace(/签署于.*?\d+\/\d+/g, '').replaceAll('轻舟消费金融有限公司', ''),
      )
      const text = pages.join('')
      expect(text).toContain(title)
      for (const words of wordsIn(blocks)) {
        expect(text).toContain(withoutSpace(words).replaceAll('轻舟消费金融有限公司', ''))
      }
    }
  })

  it('have exactly the text that was shown before signing', async () => {
    const borrower = await newBorrower(product)
    const { client, card } = borrower
    const draw = {
      amount: fen(12_000_00n),
      months: 12,
      method: 'equal-instalments' as const,
      purposeCode: 'daily',
      cardId: card.cardId,
    }
    const shown = await client.api.agreements.toConfirm({ ...asked, eventType: '0301', draw })
    await executeDraw(product, borrower)
    const { agreements } = await client.api.agreements.signedList({ pageNo: 1 })
    const contract = agreements.find(({ title }) => title === '借款合同')
    const signed = await readSigned(borrower, contract?.agreementNo ?? '')
    expect(signed.blocks).toEqual(shown.agreements[0]?.blocks)
  })

  it('contain the plan that is booked, to the fen', async () => {
    const { borrower, agreements, request } = await borrowerWithLoan()
    const contract = agreements.find(({ title }) => title === '借款合同')
    const { blocks } = await readSigned(borrower, contract?.agreementNo ?? '')
    const table = blocks.find((block) => block.kind === 'table')
    const rows = table?.kind === 'table' ? table.rows : []
    const { client } = borrower
    const { amount, months, method } = request
    const { plan } = await client.api.loans.quote({ amount, months, method })
    expect(rows.map(([n, dueDate]) => [n, dueDate])).toEqual(
      plan.map(({ n, dueDate }) => [String(n), dueDate]),
    )
  })

  it('are readable only by their owner, by a PDF link that works once and for minutes', async () => {
    const { borrower, agreements, loanNo } = await borrowerWithLoan()
    const [first] = agreements
    const agreementNo = first?.agreementNo ?? ''
    const other = await newBorrower(product)
    await expectRefusal(readSigned(other, agreementNo), { kind: 'agreement-unknown' })
    const others = other.client.api.agreements.signedList({ loanNo, pageNo: 1 })
    await expectRefusal(others, { kind: 'loan-unknown' })

    const { pdfUrl } = await readSigned(borrower, agreementNo)
    for (const stranger of [other, { client: product.client() }]) {
      expect((await fetchDocument(pdfUrl, stranger)).statusCode).toBe(404)
    }
    expect((await fetchDocument(pdfUrl, borrower)).statusCode).toBe(200)
    expect((await fetchDocument(pdfUrl, borrower)).statusCode).toBe(404)
    const late = await readSigned(borrower, agreementNo)
    product.advance(301)
    expect((await fetchDocument(late.pdfUrl, borrower)).statusCode).toBe(404)
    for (const made of ['', 'x', '../etc/passwd', 'a'.repeat(32)]) {
      expect((await fetchDocument(`/documents/${made}`, borrower)).statusCode).toBe(404)
    }
  })

  it('can be opened sixty times in ten minutes at most', async () => {
    const { borrower, agreements } = await borrowerWithLoan()
    const agreementNo = agreements[0]?.agreementNo ?? ''
    for (let count = 0; count < 60; count += 1) await readSigned(borrower, agreementNo)
    await expect(readSigned(borrower, agreementNo)).rejects.toThrow(/操作太频繁，请 \d+ 分钟后再试/)
    product.advance(600)
    expect((await readSigned(borrower, agreementNo)).agreementNo).toBe(agreementNo)
  })

  it('cannot be changed or deleted by the database role of the server', async () => {
    await borrowerWithLoan()
    const { database } = product.services
    for (const attempt of [
      `UPDATE signed_agreements SET title = 'x'`,
      `DELETE FROM signed_agreements`,
      `TRUNCATE signed_agreements`,
    ]) {
      await expect(database.query(attempt, [])).rejects.toThrow(/permission denied/)
    }
  })

  it('signed agreements are encrypted in the database', async () => {
    await borrowerWithLoan()
    const rows = await product.services.database.query<{ row: string }>(
      `SELECT signed_agreements::text AS row FROM signed_agreements`,
      [],
    )
    const hidden = Buffer.from('沈青禾').toString('hex')
    for (const { row } of rows) {
      expect(row).not.toContain('沈青禾')
      expect(row).not.toContain(hidden)
    }
  })
})

describe('signing', { timeout: 60_000 }, () => {
  it('[law cost-disclosure] [7.090] requires every agreement of the draw, in its current version', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    const { apply } = borrower.client.api.loans
    const [first, ...others] = request.agreed
    if (!first) throw new Error('no agreements to sign')
    await expectRefusal(apply({ ...request, agreed: [first] }), { kind: 'agreement-needed' })
    const outdated = [{ ...first, version: '2020.01' }, ...others]
    await expectRefusal(apply({ ...request, agreed: outdated }), { kind: 'agreement-outdated' })
    const held = await borrower.client.api.credit.limit({})
    expect(held.used).toBe(0n)
  })

  it('signing is refused without a session', async () => {
    const anonymous = product.client()
    const { code } = await anonymous.send(calls.agreements.signedList, { pageNo: 1 })
    expect(code).toBe('QZ0010')
  })
})
