import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { createCampaign, endCampaign } from '#features/campaigns/index.ts'
import { messagesTo, newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import { newPayer } from '#features/repayment/testing/payer.ts'
import { customerNo } from '@qingzhou/platform/ids'
import { enqueueMail, enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

async function newCustomer() {
  const client = product.client()
  await signInWith(product, client, newPhone())
  const { customerNo: number } = await client.api.onboarding.currentUser({})
  return { client, api: client.api.messages, customer: customerNo(number) }
}

type Person = Awaited<ReturnType<typeof newCustomer>>

const repaid = (amount: string) => smsOf('repaid', { way: '还款', amount })

async function notifyCustomer({ customer }: Person, messageNo: string, sms: Sms) {
  const { services } = product
  product.advance(1)
  await services.database.inTransaction((tx) =>
    enqueueSms(tx, services, { customer, messageNo, sms }),
  )
}

async function mail({ customer }: Person, messageNo: string) {
  const { services } = product
  product.advance(1)
  const content = { to: 'lin@example.cn', subject: '【轻舟】证明', text: '见附件。', documents: [] }
  await services.database.inTransaction((tx) =>
    enqueueMail(tx, services, { customer, messageNo, kind: 'certificates', ...content }),
  )
}

describe('the messages of a customer', { timeout: 60_000 }, () => {
  it('are the SMS and e-mails sent to this customer and to no other, newest first, without the sender’s name', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    await notifyCustomer(one, 'a', repaid('80.00'))
    await mail(one, 'b')
    await notifyCustomer(other, 'c', repaid('90.00'))
    const { messages, hasMore } = await one.api.list({ pageNo: 1 })
    expect(hasMore).toBe(false)
    expect(messages).toMatchObject([
      { via: 'mail', title: '证明已发送到邮箱', text: '见附件。', isRead: false },
      { via: 'sms', title: '还款成功', text: '您的还款 80.00 元已入账。', isRead: false },
    ])
    expect((await other.api.list({ pageNo: 1 })).messages).toMatchObject([
      { text: '您的还款 90.00 元已入账。' },
    ])
  })

  it('are unread until they were shown, and one that arrives meanwhile stays unread', async () => {
    const person = await newCustomer()
    const stranger = await newCustomer()
    await notifyCustomer(stranger, 'x', repaid('90.00'))
    await notifyCustomer(person, 'a', repaid('1.00'))
    await mail(person, 'b')
    expect(await person.api.unread({})).toEqual({ count: 2 })
    const [newest] = (await person.api.list({ pageNo: 1 })).messages
    await notifyCustomer(person, 'c', repaid('3.00'))
    await person.api.markRead({ until: newest?.sentAt ?? 0 })
    await person.api.markRead({ until: newest?.sentAt ?? 0 })
    expect(await person.api.unread({})).toEqual({ count: 1 })
    const { messages } = await person.api.list({ pageNo: 1 })
    expect(messages.map(({ isRead }) => isRead)).toEqual([false, true, true])
    expect(await stranger.api.unread({})).toEqual({ count: 1 })
  })

  it('come in pages', async () => {
    const person = await newCustomer()
    for (let at = 1; at <= 21; at += 1) await notifyCustomer(person, `m${at}`, repaid(`${at}.00`))
    const first = await person.api.list({ pageNo: 1 })
    expect([first.messages.length, first.hasMore]).toEqual([20, true])
    const second = await person.api.list({ pageNo: 2 })
    expect([second.messages.map(({ text }) => text), second.hasMore]).toEqual([
      ['您的还款 1.00 元已入账。'],
      false,
    ])
    expect(await person.api.list({ pageNo: 3 })).toEqual({ messages: [], hasMore: false })
  })

  it('show no link that signs in, and are refused without a session', async () => {
    const person = await newCustomer()
    const link = 'https://qingzhou.example/?uriId=a&token=secret-token#/repay/repayIndex'
    await notifyCustomer(
      person,
      'a',
      smsOf('sign-in-links', { text: '您的账单已出。', minutes: '30', link }),
    )
    const [message] = (await person.api.list({ pageNo: 1 })).messages
    expect(message?.text).toBe(
      '您的账单已出。点击链接直接登录，30 分钟内有效，仅可使用一次，请勿转发：（登录链接见短信）',
    )
    const anonymous = await product.client().send(calls.messages.list, { pageNo: 1 })
    expect(anonymous.code).toBe(codes.notSignedIn)
  })
})

async function giveCoupon(campaignNo: string, customer: string) {
  const { services } = product
  const terms = {
    kind: 'coupons' as const,
    uriId: 'sms-invite',
    isSilent: false,
    benefit: { kind: 'interest-free-days' as const, days: 15 },
    amountMin: fen(1_000_00n),
    months: [6, 12],
    lastDay: addDays(await services.businessDate(), 30),
  }
  const audience = { by: 'list' as const, entries: [customer] }
  const order = { campaignNo, by: 'mei', terms, audience, peopleMax: 10 }
  expect(await createCampaign(services, order, { isDryRun: false })).toMatchObject({ given: 1 })
  await product.runTasks()
}

describe('campaign messages', { timeout: 60_000 }, () => {
  it('[law marketing-consent] are not sent until a customer chooses them, but the coupon is given', async () => {
    const { client, customer, phone } = await newPayer(product)
    const { messages, loans } = client.api
    const offers = async () =>
      (await messagesTo(product, phone)).filter(({ text }) => text.includes('送您一张'))
    expect(await messages.settings({})).toEqual({ acceptsCampaigns: false })
    await giveCoupon('quiet-1', customer)
    expect(await offers()).toEqual([])
    const { usable, ended } = await loans.ownCoupons({})
    expect(usable).toMatchObject([{ couponNo: 'quiet-1', name: '15 天免息券' }])
    expect(ended).toEqual([])

    await messages.saveSettings({ acceptsCampaigns: true })
    await giveCoupon('quiet-2', customer)
    expect(await offers()).toHaveLength(1)
    await endCampaign(product.services, { campaignNo: 'quiet-1', kind: 'coupons', by: 'mei' })
    const later = await loans.ownCoupons({})
    expect(later.usable.map(({ couponNo }) => couponNo)).toEqual(['quiet-2'])
    expect(later.ended).toMatchObject([{ couponNo: 'quiet-1', reason: '已过期' }])
  })
})
