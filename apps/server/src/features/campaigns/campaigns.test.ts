import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { executeDraw, newBorrower, type TestBorrower } from '#features/loans/testing/borrower.ts'
import {
  expectRefusal,
  messagesTo,
  newPhone,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import { newPayer } from '#features/repayment/testing/payer.ts'
import { readCoupons } from '@qingzhou/lending/index'
import { dumpDatabase } from '#testing/stored.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  listCampaignsByKind,
  createCampaign,
  createEntry,
  endCampaign,
  endEntry,
  type Audience,
  type CampaignOrder,
  type CampaignTerms,
} from './index.ts'

const product = startProductForFile()
let borrower: TestBorrower
let today: LocalDate
beforeAll(async () => {
  borrower = await newBorrower(product)
  today = await product.services.businessDate()
})

const REAL = { isDryRun: false }
const listOf = (...entries: string[]): Audience => ({ by: 'list', entries })
const common = { uriId: 'sms-invite', isSilent: false }

function orderOf(campaignNo: string, terms: CampaignTerms, audience: Audience): CampaignOrder {
  return { campaignNo, by: 'mei', terms, audience, peopleMax: 10 }
}

const coupons = () => ({
  ...common,
  kind: 'coupons' as const,
  benefit: { kind: 'interest-free-days' as const, days: 15 },
  amountMin: fen(1_000_00n),
  months: [6, 12],
  lastDay: addDays(today, 30),
})

const invitations = () => ({
  ...common,
  kind: 'invitations' as const,
  amount: fen(30_000_00n),
  grade: 'B' as const,
  lastDay: addDays(today, 30),
})

const signInLinks = {
  ...common,
  kind: 'sign-in-links' as const,
  path: '/repay/repayIndex',
  text: '您的账单已出。',
}

const run = (order: CampaignOrder, isDryRun = false) =>
  createCampaign(product.services, order, { isDryRun })

async function newestMessage(phone: string): Promise<string> {
  await product.runTasks()
  return (await messagesTo(product, phone))[0]?.text ?? ''
}

async function acts(): Promise<string[]> {
  const rows = await product.services.database.query<{ line: string }>(
    `SELECT concat_ws(' ', actor, act, about) AS line FROM staff_log ORDER BY log_no`,
  )
  return rows.map(({ line }) => line)
}

const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '')

describe('a campaign of coupons', { timeout: 60_000 }, () => {
  it('gives each listed customer one coupon and a message with its link, once, and is logged', async () => {
    const { customer, phone } = borrower
    await borrower.client.api.messages.saveSettings({ acceptsCampaigns: true })
    const people = listOf(customer, phone, newPhone(), '9'.repeat(20))
    const order = orderOf('spring-1', coupons(), people)
    expect(await run(order, true)).toMatchObject({ people: 2, passedOver: { unknown: 2 } })
    expect(await readCoupons(product.services.database, customer)).toEqual([])

    for (let steps = 0; steps < 24; steps += 1) {
      const mortal = {
        ...product.services,
        database: killAfter(steps, product.services.database),
      }
      await createCampaign(mortal, order, REAL).catch((error: unknown) => {
        if (!isKilled(error)) throw error
      })
    }
    expect(await run(order)).toEqual({
      people: 2,
      given: 0,
      passedOver: { unknown: 2, 'had-before': 2 },
    })
    const had = await readCoupons(product.services.database, customer)
    expect(had.map(({ couponNo }) => couponNo)).toEqual(['spring-1'])

    // At 22:00 the message waits until the morning.
    product.advance(12 * 3600)
    expect(await newestMessage(phone)).not.toContain('送您一张')
    product.advance(10 * 3600)
    const text = await newestMessage(phone)
    expect(text).toContain('送您一张15 天免息券：放款后 15 天内免收利息')
    expect(linkIn(text).search).toContain('uriId=sms-invite')
    expect((await messagesTo(product, phone)).filter((one) => one.text === text)).toHaveLength(1)
    expect(await acts()).toContain(
      'command create-coupons campaign=spring-1 by=mei audience=list people=2',
    )
  })

  it('ends: an unused coupon cannot be used any more, and the number stays taken', async () => {
    const { services } = product
    const named = { campaignNo: 'spring-1', kind: 'coupons', by: 'mei' } as const
    expect(await endCampaign(services, { ...named, kind: 'invitations' })).toBeUndefined()
    expect(await endCampaign(services, named)).toBe(1)
    expect(await endCampaign(services, named)).toBeUndefined()
    const wish = { amount: fen(6_000_00n), months: 6, couponNo: 'spring-1' }
    await expectRefusal(executeDraw(product, borrower, wish), { kind: 'coupon-not-valid-today' })
    await expect(run(orderOf('spring-1', coupons(), listOf(borrower.phone)))).rejects.toThrow(
      'has ended',
    )
    expect(await listCampaignsByKind(services, 'coupons')).toMatchObject([
      {
        campaignNo: 'spring-1',
        people: 2,
        counts: { given: 1, used: 0 },
        endedAt: expect.any(Date),
      },
    ])
    expect(await acts()).toContain('command end-coupons campaign=spring-1 by=mei withdrawn=1')
  })

  it('selects by rule, and gives nothing to more people than its limit', async () => {
    const drawnToday = await newPayer(product)
    const rule = { by: 'borrower-rule', grades: ['C'], availableMin: fen(1n), idleDays: 0 } as const
    const order = orderOf('rule-1', coupons(), rule)
    expect(await run(order, true)).toMatchObject({ people: 2, given: 2 })
    expect(await run({ ...order, audience: { ...rule, grades: ['A'] } }, true)).toMatchObject({
      people: 0,
    })
    expect(
      await run({ ...order, audience: { ...rule, availableMin: fen(50_000_00n) } }, true),
    ).toMatchObject({ people: 1 })
    await expect(run({ ...order, peopleMax: 1 })).rejects.toThrow('More than 1 people')
    expect(await run({ ...order, audience: { ...rule, idleDays: 30 } })).toMatchObject({ given: 1 })
    expect(await readCoupons(product.services.database, drawnToday.customer)).toEqual([])
  })

  it('refuses terms beyond the product, an unknown landing link, and other terms under its number', async () => {
    const audience = listOf(borrower.phone)
    const wrong: [CampaignTerms, string][] = [
      [{ ...coupons(), benefit: { kind: 'interest-free-days', days: 61 } }, '60 days'],
      [{ ...coupons(), months: [5] }, 'A term is one of'],
      [{ ...coupons(), lastDay: addDays(today, -1) }, 'The last day'],
      [{ ...coupons(), uriId: 'unknown' }, 'no landing link'],
      [{ ...invitations(), amount: fen(300_000_00n) }, 'no limit that the product grants'],
      [{ ...signInLinks, path: '//evil.example' }, 'no page of the app'],
      [{ ...signInLinks, isSilent: true }, 'in its message only'],
    ]
    for (const [terms, why] of wrong) {
      await expect(run(orderOf('wrong', terms, audience))).rejects.toThrow(why)
    }
    const other = { ...coupons(), amountMin: fen(1n) }
    await expect(run(orderOf('rule-1', other, audience))).rejects.toThrow('other terms')
  })
})

describe('a campaign of invitations', { timeout: 60_000 }, () => {
  it('invites phones that are no customers, and keeps a phone only until its message is sent', async () => {
    const phone = newPhone()
    const order = orderOf('invite-1', invitations(), listOf(phone, borrower.phone))
    expect(await run(order)).toEqual({ people: 2, given: 1, passedOver: { 'has-limit': 1 } })
    const text = await newestMessage(phone)
    expect(text).toContain('邀请您申请额度 30,000.00 元')
    expect(linkIn(text).search).toContain('flowBranch=1')
    const rows = await product.services.database.query(
      `SELECT campaign_no, phone_sealed FROM invitations WHERE campaign_no = 'invite-1'`,
    )
    expect(rows).toEqual([{ campaign_no: 'invite-1', phone_sealed: null }])
    expect(await dumpDatabase(product.services.database)).not.toContain(phone)
    expect(await run(order)).toMatchObject({ given: 0, passedOver: { 'had-before': 1 } })
  })

  it('ends: no customer is invited any more, and messages not sent yet are dropped', async () => {
    const phone = newPhone()
    await run(orderOf('invite-2', invitations(), listOf(phone)))
    const named = { campaignNo: 'invite-2', kind: 'invitations', by: 'mei' } as const
    expect(await endCampaign(product.services, named)).toBe(1)
    expect(await newestMessage(phone)).toBe('')
  })

  it('selects by rule customers without a limit who may apply', async () => {
    const phone = newPhone()
    await signInWith(product, product.client(), phone)
    const rule = { by: 'applicant-rule', registeredDays: 0 } as const
    const order = { ...orderOf('invite-3', invitations(), rule), peopleMax: 100 }
    const { people } = await run(order, true)
    expect(people).toBeGreaterThan(0)
    expect(await run({ ...order, audience: { ...rule, registeredDays: 9 } }, true)).toMatchObject({
      people: 0,
    })
    await run(order)
    expect(await newestMessage(phone)).toContain('邀请您申请额度')
    expect(await newestMessage(borrower.phone)).not.toContain('邀请您申请额度')
  })
})

describe('a campaign of sign-in links', { timeout: 60_000 }, () => {
  it('sends each customer a link that signs in once and ends with its campaign', async () => {
    const { phone } = borrower
    expect(await run(orderOf('bill-1', signInLinks, listOf(phone)))).toMatchObject({ given: 1 })
    const text = await newestMessage(phone)
    const link = linkIn(text)
    expect(text).toContain('您的账单已出。点击链接直接登录，15 分钟内有效')
    expect([link.origin, link.hash]).toEqual([product.services.publicOrigin, '#/repay/repayIndex'])
    const linkToken = link.searchParams.get('token') ?? ''
    const client = product.client()
    client.token = (await client.api.onboarding.redeemLinkToken({ linkToken })).token
    expect((await client.api.onboarding.currentUser({})).customerNo).toBe(borrower.customer)
    const again = product.client().api.onboarding.redeemLinkToken({ linkToken })
    await expectRefusal(again, { kind: 'link-token-invalid' })
    expect(await run(orderOf('bill-1', signInLinks, listOf(phone)))).toMatchObject({ given: 0 })

    await run(orderOf('bill-2', signInLinks, listOf(phone)))
    const second = linkIn(await newestMessage(phone)).searchParams.get('token') ?? ''
    const named = { campaignNo: 'bill-2', kind: 'sign-in-links', by: 'mei' } as const
    expect(await endCampaign(product.services, named)).toBe(1)
    const ended = product.client().api.onboarding.redeemLinkToken({ linkToken: second })
    await expectRefusal(ended, { kind: 'link-token-invalid' })
  })
})

describe('a single entry', { timeout: 60_000 }, () => {
  it('works from its creation to its end, is made once, and is logged', async () => {
    const { services } = product
    const [by, until, channel] = [{ by: 'mei' }, undefined, '000000000004']
    const place = { number: 'autumn', channel, name: '秋季活动' }
    const link = { kind: 'landing-links', ...place, until } as const
    const partner = { kind: 'bank-partners', number: 'GD7777', name: '某银行', until } as const
    for (const entry of [link, partner]) {
      expect(await createEntry(services, entry, { ...by, isDryRun: true })).toBe(true)
      expect(await endEntry(services, { channel, ...entry }, by)).toBe(false)
      expect(await createEntry(services, entry, { ...by, ...REAL })).toBe(true)
      expect(await createEntry(services, entry, { ...by, ...REAL })).toBe(false)
      expect(await endEntry(services, { channel, ...entry }, by)).toBe(true)
      expect(await endEntry(services, { channel, ...entry }, by)).toBe(false)
    }
    expect(await acts()).toEqual(
      expect.arrayContaining([
        'command create-landing-links number=autumn by=mei',
        'command end-bank-partners number=GD7777 by=mei',
      ]),
    )
  })

  it('sets where a page downloads from and its headline, until it ends', async () => {
    const { services } = product
    const page = () => product.client().api.reference.staticPage({ name: 'download1' })
    const before = await page()
    const entry = {
      kind: 'downloads',
      number: 'spring',
      page: 'download1',
      title: '春季下载',
      summary: undefined,
      ios: 'https://store.example/ios',
      android: undefined,
      from: services.now(),
      until: undefined,
    } as const
    await createEntry(services, entry, { by: 'mei', ...REAL })
    expect(await page()).toMatchObject({
      title: '春季下载',
      summary: before.summary,
      download: { ios: entry.ios },
    })
    expect((await page()).download?.android).toBeUndefined()
    await endEntry(services, { kind: 'downloads', number: 'spring', channel: '' }, { by: 'mei' })
    expect(await page()).toEqual(before)
    await services.database.query('DELETE FROM download_campaigns')
    expect((await page()).download).toBeUndefined()
  })
})
