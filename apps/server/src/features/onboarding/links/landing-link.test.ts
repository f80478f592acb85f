import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

function arrive(link: { extendChannelCode?: string; uriId?: string }, gdCode?: string) {
  const client = product.client()
  Object.assign(client.common, link)
  return client.api.onboarding.newCaptcha({ gdCode })
}

describe('a landing link', { timeout: 30_000 }, () => {
  it('is accepted when its channel and campaign are known', async () => {
    const link = { extendChannelCode: '000000000004', uriId: 'sms-invite' }
    expect(await arrive(link)).toHaveProperty('image')
  })

  it('a landing link is accepted without a campaign', async () => {
    expect(await arrive({})).toHaveProperty('image')
  })

  it.each([
    ['unknown', { uriId: 'no-such-campaign' }],
    ['of another channel', { extendChannelCode: '000000000003', uriId: 'sms-invite' }],
    ['ended', { uriId: 'spring-2026' }],
  ])('is refused when it is %s', async (_, link) => {
    await expectRefusal(arrive(link), { kind: 'link-unknown' })
  })

  it('is refused by every call that starts a sign-in', async () => {
    const client = product.client()
    client.common['uriId'] = 'no-such-campaign'
    const { onboarding } = client.api
    const mobile = '13900000002'
    const send = onboarding.sendSmsCode({ dynamicType: '01', hasMobileNo: true, mobile })
    await expectRefusal(send, { kind: 'link-unknown' })
    const signIn = onboarding.signIn({ by: 'password', mobile, password: 'Boat_2026' })
    await expectRefusal(signIn, { kind: 'link-unknown' })
    await expectRefusal(onboarding.redeemLinkToken({ linkToken: 'x' }), { kind: 'link-unknown' })
  })
})

describe('a bank partner’s link', { timeout: 30_000 }, () => {
  it('is accepted when the partner is known', async () => {
    expect(await arrive({}, 'GD0001')).toHaveProperty('image')
  })

  it.each(['GD9999', 'GD0003', "GD0001' OR '1'='1"])(
    'is refused for the partner code %s',
    async (gdCode) => {
      await expectRefusal(arrive({}, gdCode), { kind: 'bank-partner-link-unknown' })
    },
  )
})
