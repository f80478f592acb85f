import { beforeEach, describe, expect, it } from 'vitest'
import { sendCallback } from '#testing/send-callback.ts'
import { findLimit } from '@qingzhou/lending/index'
import type { Applicant } from '#features/identity/testing/applicant.ts'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { agreedTexts, atConfirmation, newSubmittedApplicant, terminal } from './testing/applying.ts'
import { explainDecision, replayDecision } from './replay-decision.ts'
import { creditTasks } from './handlers.ts'

const product = startProductForFile()
beforeEach(() => setFault(product, { provider: 'bureau', down: false, settleMs: 0, silent: true }))

async function newDecidedApplicant(key?: string): Promise<Applicant> {
  const applicant = await newSubmittedApplicant(product, key)
  await product.runTasks()
  return applicant
}

async function applyNoOf({ customer }: Applicant): Promise<string> {
  const [row] = await product.services.database.query<{ application_no: string }>(
    `SELECT application_no FROM credit_applications WHERE customer_no = $1 ORDER BY opened_at DESC LIMIT 1`,
    [customer],
  )
  return row?.application_no ?? ''
}

async function decisionsOf({ customer }: Applicant): Promise<number> {
  const rows = await product.services.database.query<{ application_no: string }>(
    `SELECT application_no FROM decisions WHERE customer_no = $1`,
    [customer],
  )
  return rows.length
}

describe('a submitted application', { timeout: 60_000 }, () => {
  it('becomes a limit and one SMS for a creditworthy applicant', async () => {
    const applicant = await newSubmittedApplicant(product, 'new-phone')
    const { credit } = applicant.client.api
    expect(await credit.currentStep({})).toMatchObject({ step: 'underReview' })
    await product.runTasks()
    expect(await credit.currentStep({})).toMatchObject({ step: 'limit' })
    expect(await credit.limit({})).toMatchObject({
      state: 'open',
      total: 94_000_00n,
      used: 0n,
      available: 94_000_00n,
      annualRate: 72_000n,
    })
    const [message] = await messagesTo(product, applicant.phone)
    expect(message?.text).toBe('【轻舟】您的额度申请已通过，可用额度 94,000.00 元，请登录查看。')
  })

  it('shows the reason and the first day to apply again if declined', async () => {
    const { client, phone } = await newDecidedApplicant('wallet-customer')
    const { step, controlMessage } = await client.api.credit.currentStep({})
    expect(step).toBe('notGranted')
    expect(controlMessage).toMatch(
      /^您近三个月申请借款的次数较多，本次申请暂未通过。您可在 \d{4} 年 \d+ 月 \d+ 日起重新申请。$/,
    )
    const [message] = await messagesTo(product, phone)
    expect(message?.text).toContain('暂未通过')
    expect(message?.text).not.toContain('次数')
  })

  it('[8.037] is refused on every step call, with a message, if it is a fraud risk', async () => {
    const { client } = await newDecidedApplicant('wallet-newcomer')
    await expectRefusal(client.api.credit.currentStep({}), {
      kind: 'risk-refused',
      message: '为保障您的资金和账户安全，本次申请未能通过。如有疑问，请致电客服 400-000-0000。',
    })
  })

  it('is refused on every step call if the lender refuses it', async () => {
    const { client } = await newDecidedApplicant('enforced')
    const refusal = {
      code: 'RMSERR001',
      message: expect.stringMatching(/^综合评估后，.*起重新申请。$/),
    }
    await expect(client.api.credit.currentStep({})).rejects.toMatchObject({ answer: refusal })
    await expectRefusal(client.api.credit.limit({}), { kind: 'limit-unknown' })
  })

  it('waits for a bureau that is down, and is decided once it is back', async () => {
    await setFault(product, { provider: 'bureau', down: true })
    const applicant = await newDecidedApplicant()
    for (let minutes = 0; minutes < 5; minutes += 1) {
      product.advance(60)
      expect((await product.runTasks()).failed).toBe(0)
    }
    const { credit } = applicant.client.api
    expect(await credit.currentStep({})).toMatchObject({ step: 'underReview' })
    expect(await decisionsOf(applicant)).toBe(0)
    const { review } = await credit.progress({})
    const since = review?.[0]?.since ?? 0
    expect(since).toBeLessThanOrEqual(product.services.now().getTime() - 300_000)
    expect(review).toEqual([
      { stage: 'submission', state: 'done', since },
      { stage: 'bureauReport', state: 'now', since },
      { stage: 'assessment', state: 'todo' },
    ])

    await setFault(product, { provider: 'bureau', down: false })
    product.advance(300)
    await product.runTasks()
    expect(await credit.currentStep({})).toMatchObject({ step: 'limit' })
    expect(await credit.progress({})).not.toHaveProperty('review')
  })

  it('waits for a slow report that is ordered once', async () => {
    await setFault(product, { provider: 'bureau', settleMs: 5_000 })
    const applicant = await newDecidedApplicant()
    expect(await decisionsOf(applicant)).toBe(0)
    product.advance(10)
    await product.runTasks()
    expect(await decisionsOf(applicant)).toBe(1)
  })

  it('does not order the report twice if the bureau’s answer was lost', async () => {
    await setFault(product, { provider: 'bureau', cutAfter: true })
    const applicant = await newDecidedApplicant()
    await setFault(product, { provider: 'bureau', cutAfter: false })
    product.advance(10)
    await product.runTasks()
    expect(await decisionsOf(applicant)).toBe(1)
  })

  it('is decided conservatively if one device vendor is down, and waits if both are', async () => {
    await setFault(product, { provider: 'deviceFirst', down: true })
    await setFault(product, { provider: 'deviceSecond', down: true })
    const applicant = await newDecidedApplicant()
    expect(await decisionsOf(applicant)).toBe(0)

    await setFault(product, { provider: 'deviceSecond', down: false })
    product.advance(10)
    await product.runTasks()
    await setFault(product, { provider: 'deviceFirst', down: false })
    expect(await decisionsOf(applicant)).toBe(1)
    const replayed = await replayDecision(product.services, await applyNoOf(applicant))
    expect(replayed?.record.points).toContainEqual({ for: 'device', points: 10 })
  })
})

describe('a decision', { timeout: 180_000 }, () => {
  it('is made once, however often its task runs', async () => {
    const applicant = await newSubmittedApplicant(product)
    const applyNo = await applyNoOf(applicant)
    const { customer } = applicant
    const decide = creditTasks(product.services)['decide-application']
    await Promise.all(Array.from({ length: 8 }, () => decide({ customer, applyNo })))
    await product.runTasks()
    await decide({ customer, applyNo })
    expect(await decisionsOf(applicant)).toBe(1)
    const told = await messagesTo(product, applicant.phone)
    expect(told.filter(({ text }) => text.includes('额度申请'))).toHaveLength(1)
  })

  it('is made once and completely, at whatever step the process was killed', async () => {
    let killed = 0
    for (let steps = 0; steps === killed; steps += 1) {
      const applicant = await newSubmittedApplicant(product)
      const { customer } = applicant
      const request = { customer, applyNo: await applyNoOf(applicant) }
      const database = killAfter(steps, product.services.database)
      const dying = creditTasks({ ...product.services, database })['decide-application']
      await dying(request).catch((error: unknown) => {
        if (!isKilled(error)) throw error
        killed += 1
      })
      await product.runTasks()
      expect(await decisionsOf(applicant)).toBe(1)
      expect(await applicant.client.api.credit.currentStep({})).toMatchObject({ step: 'limit' })
      const told = await messagesTo(product, applicant.phone)
      expect(told.filter(({ text }) => text.includes('额度申请'))).toHaveLength(1)
    }
    expect(killed).toBeGreaterThan(15)
  })

  it('is made at once after the bureau’s callback, and not again after repeated callbacks', async () => {
    await setFault(product, { provider: 'bureau', settleMs: 5_000 })
    const applicant = await newDecidedApplicant()
    const requestNo = `bureau-${await applyNoOf(applicant)}`
    await setFault(product, { provider: 'bureau', settleMs: 0 })
    product.advance(6)
    for (let times = 0; times < 3; times += 1) {
      expect(await sendCallback(product, 'bureau', { requestNo, state: 'ready' })).toBe(200)
      await product.runTasks()
    }
    expect(await decisionsOf(applicant)).toBe(1)
    expect(
      await sendCallback(product, 'bureau', { requestNo: 'bureau-unknown', state: 'ready' }),
    ).toBe(200)
  })

  it('can be replayed from the stored inputs with the same result', async () => {
    const { database } = product.services
    const rows = await database.query<{ application_no: string }>(
      `SELECT application_no FROM decisions`,
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { application_no } of rows) {
      const replayed = await replayDecision(product.services, application_no)
      expect(replayed?.differences).toEqual([])
    }
  })

  it('can be explained from the stored record, without personal data', async () => {
    const applicant = await atConfirmation(product, 'password')
    const { client } = applicant
    client.common['ptm_sub_channel'] = 'summer-7'
    await client.api.credit.open(terminal)
    await client.api.credit.submit({ agreed: await agreedTexts(client) })
    await product.runTasks()
    const lines = await explainDecision(product.services, await applyNoOf(applicant))
    const text = lines?.join('\n') ?? ''
    expect(text).toMatch(/^Came by channel 000000000004, sub-channel summer-7$/m)
    expect(text).toContain('approved, grade A, 94,000.00 yuan at 7.2000% a year')
    expect(text).toContain('   220  bureau-score')
    expect(text).toContain('Decided again just now: the same.')
    expect(text).not.toContain('陆知远')
    expect(await explainDecision(product.services, 'A0')).toBeUndefined()
  })

  it('cannot be changed or deleted by the database role of the server', async () => {
    const { database } = product.services
    const change = database.query(`UPDATE decisions SET outcome = 'approved'`)
    await expect(change).rejects.toThrow(/permission denied/)
    await expect(database.query(`DELETE FROM decisions`)).rejects.toThrow(/permission denied/)
  })
})

describe('submitting an application', { timeout: 60_000 }, () => {
  it('[7.056] counts once, however often it is repeated', async () => {
    const applicant = await atConfirmation(product)
    const { client, customer } = applicant
    const agreed = await agreedTexts(client)
    await Promise.all(Array.from({ length: 10 }, () => client.api.credit.submit({ agreed })))
    await product.runTasks()
    await client.api.credit.submit({ agreed })
    expect(await decisionsOf(applicant)).toBe(1)
    const limit = await findLimit(product.services.database, customer)
    expect(limit?.granted).toBe(94_000_00n)
    const { agreements } = await client.api.agreements.signedList({ pageNo: 1 })
    expect(agreements).toHaveLength(agreed.length)
  })

  it('requires every agreement in its current version, including the bureau authorisation', async () => {
    const { client } = await atConfirmation(product)
    const agreed = await agreedTexts(client)
    expect(agreed.map(({ code }) => code)).toContain('bureau-authorisation')
    const others = agreed.filter(({ code }) => code !== 'bureau-authorisation')
    const { credit } = client.api
    await expectRefusal(credit.submit({ agreed: others }), { kind: 'agreement-needed' })
    const old = agreed.map((text) => ({ ...text, version: '2020.01' }))
    await expectRefusal(credit.submit({ agreed: old }), { kind: 'agreement-outdated' })
    expect(await credit.currentStep({})).toMatchObject({ step: 'confirmApplication' })
    expect(await client.api.agreements.signedList({ pageNo: 1 })).toMatchObject({ agreements: [] })
  })
})
