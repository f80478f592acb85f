import { beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { addMonths } from '@qingzhou/domain/calendar/local-date'
import {
  atBasicInfo,
  basic,
  company,
  newSubmittedApplicant,
} from '#features/credit/testing/applying.ts'
import {
  expectRefusal,
  latestCode,
  messagesTo,
  setFault,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()
beforeAll(async () => {
  // The bureau answers at once, so that an application is decided by the first task.
  await setFault(product, { provider: 'bureau', down: false, settleMs: 0, silent: true })
})

type Person = Awaited<ReturnType<typeof newSubmittedApplicant>>

async function withLimit(): Promise<Person> {
  const person = await newSubmittedApplicant(product)
  await product.runTasks()
  return person
}

/** A code for a change of details; the minute between two codes has passed. */
async function codeFor({ client, phone }: Person): Promise<string> {
  product.advance(61)
  await client.api.onboarding.sendPurposeCode({ purpose: 'profile' })
  return latestCode(product, phone)
}

describe('the details of a customer', { timeout: 60_000 }, () => {
  const home = { act: 'changeHome', district: '330108', address: '江南大道 200 号' } as const

  it('[7.040] are changed with an SMS code, counted, recorded and announced: the living address', async () => {
    const person = await withLimit()
    const { profile } = person.client.api
    expect(await profile.amend({ act: 'read' })).toMatchObject({ mayAmendDetails: true })
    const dynamicCode = await codeFor(person)
    const { details } = await profile.amend({ ...home, dynamicCode })
    expect(details[0]).toEqual({ part: 'home', count: 1 })
    const shown = await profile.read({ masked: true })
    expect(shown).toMatchObject({
      basic: { district: '330108', address: '江南大道****', email: 'q***@example.com' },
    })

    const { database, vault } = product.services
    const [row] = await database.query<{ change_no: string; part: string; before_sealed: Buffer }>(
      `SELECT change_no, part, before_sealed FROM profile_changes WHERE customer_no = $1`,
      [person.customer],
    )
    const place = placeIn('profile_changes', person.customer, row?.change_no ?? '')
    const before = vault.open(row?.before_sealed ?? Buffer.alloc(0), place('before_sealed'))
    expect([row?.part, JSON.parse(before)]).toEqual(['home', basic])
    await product.runTasks()
    const [message] = await messagesTo(product, person.phone)
    expect(message?.text).toMatch(/您的居住地址已更新。如非本人操作/)
  })

  it('include e-mail, contacts and employer, which is where the limit page saves it', async () => {
    const person = await withLimit()
    const { profile } = person.client.api
    await expectRefusal(profile.save({ part: 'company', ...company }), { kind: 'step-not-reached' })
    const employer = { ...company, companyName: '望江船舶有限公司', income: '06' }
    await profile.amend({
      act: 'changeCompany',
      ...employer,
      dynamicCode: await codeFor(person),
    })
    const email = 'new@example.com'
    await profile.amend({ act: 'changeEmail', email, dynamicCode: await codeFor(person) })
    const contacts = [
      { name: '陆遥', relation: '01', mobile: '13611110003' },
      { name: '林照', relation: '06', mobile: '13611110002' },
    ]
    await profile.amend({
      act: 'changeContacts',
      marriage: '02',
      contacts,
      dynamicCode: await codeFor(person),
    })
    expect(await profile.read({ masked: true })).toMatchObject({
      basic: { address: '文三路 ****', email: 'n***@example.com', contacts: [{ name: '*遥' }, {}] },
      company: { companyName: '望江船舶有限公司', income: '06' },
    })
    expect((await profile.emails({})).emails).toMatchObject([{ masked: 'n***@example.com' }])
  })

  it('change twice a year; the third change is refused with the day it opens again', async () => {
    const person = await withLimit()
    const { profile } = person.client.api
    const opensOn = addMonths(product.services.today(), 12)
    for (const email of ['one@example.com', 'two@example.com']) {
      await profile.amend({ act: 'changeEmail', email, dynamicCode: await codeFor(person) })
    }
    const third = { act: 'changeEmail', email: 'three@example.com' } as const
    await expectRefusal(profile.amend({ ...third, dynamicCode: await codeFor(person) }), {
      kind: 'changes-used-up',
      opensOn,
    })
    const { details } = await profile.amend({ act: 'read' })
    expect(details).toContainEqual({ part: 'email', count: 2, opensOn })
    // Each part has its own quota.
    await profile.amend({ ...home, dynamicCode: await codeFor(person) })
  })

  it('change once when a call is repeated, also concurrently', async () => {
    const person = await withLimit()
    const { profile } = person.client.api
    const change = { ...home, dynamicCode: await codeFor(person) }
    const sent = [1, 2, 3].map(() => profile.amend(change))
    expect(await countMessages(sent)).toEqual(new Map([['ok', 3]]))
    expect((await profile.amend(change)).details[0]).toEqual({ part: 'home', count: 1 })
  })

  it('do not change without the right code, and a code works once', async () => {
    const person = await withLimit()
    const { profile } = person.client.api
    await expectRefusal(profile.amend({ ...home, dynamicCode: '00000' }), { kind: 'sms-code-void' })
    const dynamicCode = await codeFor(person)
    const wrong = dynamicCode === '12345' ? '54321' : '12345'
    await expectRefusal(profile.amend({ ...home, dynamicCode: wrong }), {
      kind: 'sms-code-wrong',
      triesLeft: 4,
    })
    await profile.amend({ ...home, dynamicCode })
    await expectRefusal(profile.amend({ ...home, address: '江南大道 1 号', dynamicCode }), {
      kind: 'sms-code-void',
    })
  })

  it('are not confirmed to a caller without a code, nor changed to what they are', async () => {
    const person = await withLimit()
    const { profile } = person.client.api
    const same = { act: 'changeEmail', email: basic.email } as const
    await expectRefusal(profile.amend({ ...same, dynamicCode: '00000' }), { kind: 'sms-code-void' })
    await expectRefusal(profile.amend({ ...same, dynamicCode: await codeFor(person) }), {
      kind: 'nothing-amended',
    })
  })

  it('are refused with invalid values, and while an application is open or under review', async () => {
    const person = await withLimit()
    const amended = (input: object, client = person.client) =>
      client.send(calls.profile.amend, { dynamicCode: '12345', ...input })
    const self = { name: '沈青禾', relation: '02', mobile: person.phone }
    const wrong = [
      { ...home, district: '999999' },
      { ...home, address: '' },
      { act: 'changeEmail', email: 'x@' },
      { act: 'changeContacts', marriage: '02', contacts: [self, basic.contacts[0]] },
      { act: 'changeContacts', marriage: '77', contacts: basic.contacts },
      { act: 'changeCompany', ...company, income: '99' },
      { ...home, dynamicCode: 'abcde' },
      { ...home, income: '08' },
    ]
    for (const input of wrong) expect((await amended(input)).code).toBe('COMVAL0001')
    const reviewed = await newSubmittedApplicant(product)
    expect((await amended(home, reviewed.client)).code).toBe('APPSTES400')
    const applicant = await atBasicInfo(product)
    expect((await amended(home, applicant.client)).code).toBe('APPSTES400')
    expect((await amended(home, product.client())).code).toBe('QZ0010')
  })
})
