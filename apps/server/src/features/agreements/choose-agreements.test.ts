import { describe, expect, it } from 'vitest'
import { atConfirmation, terminal } from '#features/credit/testing/applying.ts'
import { newBorrower } from '#features/loans/testing/borrower.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const asked = { prodSubNo: '103001', channelCode: '000000000004', hasFund: false } as const

describe('the agreements of an event', { timeout: 60_000 }, () => {
  it('[2.015, 7.079, 7.084] are written for the product that is asked for, until a draw decides it', async () => {
    const { client } = await newBorrower(product)
    for (const read of [client.api.agreements.forEvent, client.api.agreements.toConfirm]) {
      const agreementTexts = async (prodSubNo: '103001' | '101001' | '900001') => {
        const { agreements } = await read({ ...asked, prodSubNo, eventType: '0301' })
        return JSON.stringify(agreements[0]?.blocks)
      }
      expect(await agreementTexts('103001')).not.toMatch(/员工贷|退货/)
      expect(await agreementTexts('101001')).toContain('员工贷')
      expect(await agreementTexts('900001')).toContain('退货')
    }
  })

  it('[7.080, 7.085] include the face authorisation in the payment app, whatever the link, and store what is ticked', async () => {
    const first = await atConfirmation(product)
    const second = await atConfirmation(product)
    const codesFor = async ({ client }: typeof first, channelCode: string) => {
      const request = { ...asked, channelCode, eventType: '0101' } as const
      const { agreements } = await client.api.agreements.toConfirm(request)
      return agreements.map(({ code, version }) => ({ code, version }))
    }
    const stored = async ({ customer }: typeof first) => {
      const rows = await product.services.database.query<{ code: string }>(
        `SELECT code FROM signed_agreements WHERE customer_no = $1`,
        [customer],
      )
      return rows.map(({ code }) => code).toSorted()
    }
    const inBrowser = await codesFor(first, '000000000004')
    // A link of the browser, opened in the payment app.
    first.client.common['channel'] = '000000000003'
    first.client.common['extendChannelCode'] = '000000000004'
    const inWallet = await codesFor(first, '000000000004')
    expect(inWallet.filter((one) => !inBrowser.some(({ code }) => code === one.code))).toEqual([
      { code: 'wallet-face', version: '2026.11' },
    ])
    const submission = first.client.api.credit.submit({ agreed: inBrowser })
    await expectRefusal(submission, { kind: 'agreement-needed' })
    await first.client.api.credit.submit({ agreed: inWallet })
    expect(await stored(first)).toEqual(inWallet.map(({ code }) => code).toSorted())

    // A page in a browser that asks for the texts of the payment app.
    expect(await codesFor(second, '000000000003')).toEqual(inWallet)
    await second.client.api.credit.submit({ agreed: inWallet })
    expect(await stored(second)).toEqual(await stored(first))
  })

  it('[7.087, 7.088] are refused for the number of another application, and honour hasFund without a draw', async () => {
    const { client } = await atConfirmation(product)
    const { applyNo } = await client.api.credit.open(terminal)
    const { toConfirm } = client.api.agreements
    const request = { ...asked, eventType: '0101' } as const
    expect((await toConfirm({ ...request, businessNo: applyNo })).agreements).toHaveLength(3)
    await expectRefusal(toConfirm({ ...request, businessNo: 'A000000000000000001' }), {
      kind: 'step-not-reached',
    })
    const codes = async (hasFund: boolean) =>
      (await toConfirm({ ...asked, eventType: '0301', hasFund })).agreements.map(({ code }) => code)
    expect(await codes(false)).toEqual(['loan-contract'])
    expect(await codes(true)).toEqual(['loan-contract', 'union-loan'])
  })
})
