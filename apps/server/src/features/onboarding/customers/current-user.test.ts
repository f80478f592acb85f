import { describe, expect, it } from 'vitest'
import { expectRefusal, newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { isTestPhone } from './current-user.ts'

const product = startProductForFile()

describe('the customer of a session', { timeout: 30_000 }, () => {
  it('[3.032–3.034, 7.033] has a masked phone and numbers that cannot be guessed', async () => {
    const client = product.client()
    const mobile = newPhone()
    await signInWith(product, client, mobile)
    const user = await client.api.onboarding.currentUser({})
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(7)}`
    expect(user.maskedPhone).toBe(masked)
    expect(user.customerNo).toMatch(/^\d{20}$/)
    expect(user.userId).toMatch(/^\d{16}$/)
    expect(await client.api.onboarding.maskedPhone({})).toEqual({ mobile: masked })
  })

  it('[7.142] can check whether a phone is their own, and learns nothing about others', async () => {
    const client = product.client()
    const mobile = newPhone()
    await signInWith(product, client, mobile)
    const same = (phone: string) => client.api.onboarding.isOwnPhone({ mobile: phone })
    expect(await same(mobile)).toEqual({ same: true })
    expect(await same('13900000002')).toEqual(await same(newPhone()))
  })

  it('is required: calls without a session are refused', async () => {
    const { onboarding } = product.client().api
    await expectRefusal(onboarding.currentUser({}), { kind: 'not-signed-in' })
    await expectRefusal(onboarding.maskedPhone({}), { kind: 'not-signed-in' })
    const mobile = newPhone()
    await expectRefusal(onboarding.isOwnPhone({ mobile }), { kind: 'not-signed-in' })
  })

  it('is found only with both parts of the same session', async () => {
    const one = product.client()
    const other = product.client()
    await signInWith(product, one, newPhone())
    await signInWith(product, other, newPhone())
    other.token = one.token
    await expectRefusal(other.api.onboarding.currentUser({}), { kind: 'not-signed-in' })
  })
})

describe('a test phone', { timeout: 30_000 }, () => {
  it('a test phone is recognised in the sandbox', async () => {
    const { onboarding } = product.client().api
    expect(await onboarding.isTestPhone({ mobile: '13900000001' })).toEqual({ isTest: true })
    expect(await onboarding.isTestPhone({ mobile: newPhone() })).toEqual({ isTest: false })
  })

  it('cannot be queried in other modes', async () => {
    const inProduction = { ...product.services, mode: 'production' } as const
    const attempt = isTestPhone(inProduction, { mobile: '13900000001' })
    await expect(attempt).rejects.toMatchObject({ refusal: { kind: 'not-in-sandbox' } })
  })
})
