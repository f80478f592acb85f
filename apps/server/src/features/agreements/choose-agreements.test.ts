import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atConfirmation, terminal } from '#features/credit/testing/applying.ts'
import { newBorrower } from '#features/loans/testing/borrower.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

const asked = { prodSubNo: '103001', channelCode: '000000000004', hasFund: false } as const

describe('the agreements of an event', { timeout: 60_000 }, () => {
  it('[2.015, 7.079, 7.084] are written for the product that is asked for, until a draw decides it', async () => {
    const { client } = await newBorrower(product)
    for (const read of [client.api.agreements.forEvent, client.api.agreements.toConfirm]) {
      const wordsFor = async (prodSubNo: '103001' | '101001' | '900001') => {
        const { agreements } = await read({ ...asked, prodSubNo, eventType: '0301' })
        return JSON.stringify(agreements[0]?.blocks)
      }
      expect(await wordsFor('103001')).not.toMatch(/员工贷|退货/)
      expect(await wordsFor('101001')).toContain('员工贷')
      expect(await wordsFor('900001')).toContain('退货')
    }
  })

  it('[7.080, 7.085] include the face authorisation only inside the payment app, and it must be signed there', async () => {
    const applicant = await atConfirmation(product)
    const { client } = applicant
    const codesFor = async (channelCode: string) => {
      const { agreements } = await client.api.agreements.toConfirm({
        ...asked,
        channelCode,
        eventType: '0101',
      })
      return agreements.map(({ code, version }) => ({ code, version }))
    }
    const inBrowser = await codesFor('000000000004')
    const inWallet = await codesFor('000000000003')
    expect(inWallet.filter((one) => !inBrowser.some(({ code }) => code === one.code))).toEqual([
      { code: 'wallet-face', version: '2026.11' },
    ])
    client.common['extendChannelCode'] = '000000000003'
    expect(await codesFor('000000000004')).toEqual(inWallet)
    const submit = (agreed: typeof inWallet) => client.api.credit.submit({ agreed })
    await expectRefusal(submit(inBrowser), { kind: 'agreement-needed' })
    await submit(inWallet)
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
