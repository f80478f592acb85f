import { beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { atBasicInfo, basic, company } from '#features/credit/testing/applying.ts'
import { onAnotherPhone } from '#features/identity/testing/applicant.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

type Person = Awaited<ReturnType<typeof atBasicInfo>>

async function stepOf({ client }: Person): Promise<string> {
  return (await client.api.credit.currentStep({})).step
}

describe('the forms of an application', { timeout: 30_000 }, () => {
  it('[4.024, 7.036] advance the application when saved, and return to the confirmation when saved again', async () => {
    const person = await atBasicInfo(product)
    const { profile } = person.client.api
    await profile.save({ part: 'basic', ...basic })
    expect(await stepOf(person)).toBe('companyInfo')
    await profile.save({ part: 'company', ...company })
    expect(await stepOf(person)).toBe('confirmApplication')
    await profile.save({ part: 'basic', ...basic, address: '古墩路 1 号' })
    expect(await stepOf(person)).toBe('confirmApplication')
    expect((await profile.read({ masked: false })).basic?.address).toBe('古墩路 1 号')
  })

  it('[7.037] are returned in full with the draft for editing, also on another phone', async () => {
    const person = await atBasicInfo(product)
    const half = { marriage: '02', address: '文三路', contacts: [{ name: '苏' }] }
    await person.client.api.profile.save({ part: 'basicDraft', ...half })
    expect(await stepOf(person)).toBe('basicInfo')
    // A second code within the hour would require a captcha.
    product.advance(3_600)
    const other = await onAnotherPhone(product, person)
    expect((await other.client.api.profile.read({ masked: false })).basic).toEqual(half)

    await other.client.api.profile.save({ part: 'basic', ...basic })
    const { profile } = person.client.api
    expect(await profile.read({ masked: false })).toMatchObject({
      basic,
      basicDistrict: '浙江省 杭州市 西湖区',
    })
    await profile.save({ part: 'basicDraft', email: 'half@' })
    expect((await profile.read({ masked: true })).basic?.email).toBe('q***@example.com')
  })

  it('the forms of an application are returned masked for display', async () => {
    const { client } = await atBasicInfo(product)
    await client.api.profile.save({ part: 'basic', ...basic })
    await client.api.profile.save({ part: 'company', ...company })
    const shown = await client.api.profile.read({ masked: true })
    expect(shown.basic).toMatchObject({
      address: '文三路 ****',
      email: 'q***@example.com',
      contacts: [
        { name: '*晚', relation: '02', mobile: '136****0001' },
        { name: '*照', relation: '06', mobile: '136****0002' },
      ],
    })
    expect(shown.company).toMatchObject({
      address: '教工路 ****',
      companyName: company.companyName,
    })
    expect(JSON.stringify(shown)).not.toContain('88001234')
  })

  it('are returned masked in any case once they can no longer be edited', async () => {
    const { client, customer } = await atBasicInfo(product)
    await client.api.profile.save({ part: 'basic', ...basic })
    await product.services.database.query(
      `UPDATE credit_applications SET step = 'underReview' WHERE customer_no = $1`,
      [customer],
    )
    const inFull = await client.api.profile.read({ masked: false })
    expect(inFull).toEqual(await client.api.profile.read({ masked: true }))
    expect(inFull.basic?.email).toBe('q***@example.com')
  })

  it('are refused before their step, as are their drafts', async () => {
    const person = await atBasicInfo(product)
    const { profile } = person.client.api
    const notYet = { kind: 'step-not-reached' } as const
    await expectRefusal(profile.save({ part: 'company', ...company }), notYet)
    await expectRefusal(profile.save({ part: 'companyDraft', companyName: '远帆' }), notYet)
    expect(await profile.read({ masked: false })).toEqual({})
  })

  it('are saved completely when saved concurrently', async () => {
    const person = await atBasicInfo(product)
    const addresses = ['甲路 1 号', '乙路 2 号', '丙路 3 号', '丁路 4 号']
    const saves = addresses.map((address) =>
      person.client.api.profile.save({ part: 'basic', ...basic, address }),
    )
    await Promise.all(saves)
    expect(await stepOf(person)).toBe('companyInfo')
    const stored = await person.client.api.profile.read({ masked: false })
    expect(addresses).toContain(stored.basic?.address)
  })
})

describe('a form that two phones change', { timeout: 30_000 }, () => {
  const typed = {
    marriage: '02',
    address: '文三路',
    contacts: [{ name: '苏晚' }, { name: '林照' }],
  }

  it('keeps its text when an empty form is saved that was not read before', async () => {
    const { profile } = (await atBasicInfo(product)).client.api
    const { version } = await profile.save({ part: 'basicDraft', ...typed })
    const empty = { marriage: '', address: '', email: '', contacts: [{ name: '' }, {}] }
    expect(await profile.save({ part: 'basicDraft', ...empty })).toEqual({})
    const kept = await profile.read({ masked: false })
    expect(kept.basic).toEqual({ ...typed, email: '' })
    await profile.save({ part: 'basicDraft', base: version, address: '' })
    expect((await profile.read({ masked: false })).basic?.address).toBe('文三路')

    await profile.save({ part: 'basic', ...basic })
    await profile.save({ part: 'basicDraft', ...empty })
    expect((await profile.read({ masked: false })).basic).toEqual(basic)
  })

  it('loses a text that is deleted where it was shown', async () => {
    const { profile } = (await atBasicInfo(product)).client.api
    await profile.save({ part: 'basicDraft', ...typed })
    const { basicVersion } = await profile.read({ masked: false })
    const { version } = await profile.save({ part: 'basicDraft', base: basicVersion, address: '' })
    await profile.save({ part: 'basicDraft', base: version, contacts: [{}, { name: '' }] })
    const { basic: left } = await profile.read({ masked: false })
    expect(left).toEqual({ ...typed, address: '', contacts: [{ name: '苏晚' }, { name: '' }] })
  })

  it('has what was typed on both, also when they save at once', async () => {
    const one = await atBasicInfo(product)
    const other = await onAnotherPhone(product, one)
    await Promise.all([
      one.client.api.profile.save({ part: 'basicDraft', address: '文三路' }),
      other.client.api.profile.save({ part: 'basicDraft', email: 'qinghe@example.com' }),
      one.client.api.profile.save({ part: 'basicDraft', contacts: [{ name: '苏晚' }] }),
      other.client.api.profile.save({ part: 'basicDraft', contacts: [{}, { name: '林照' }] }),
    ])
    expect((await one.client.api.profile.read({ masked: false })).basic).toEqual({
      address: '文三路',
      email: 'qinghe@example.com',
      contacts: [{ name: '苏晚' }, { name: '林照' }],
    })
  })

  it('is refused as a whole if it was changed since it was read', async () => {
    const one = await atBasicInfo(product)
    const other = await onAnotherPhone(product, one)
    const { version } = await one.client.api.profile.save({ part: 'basicDraft', ...typed })
    const elsewhere = { ...basic, address: '古墩路 1 号' }
    await other.client.api.profile.save({ part: 'basic', base: version, ...elsewhere })
    const save = one.client.api.profile.save({ part: 'basic', base: version, ...basic })
    await expectRefusal(save, { kind: 'form-changed' })
    const { basic: stored, basicVersion } = await one.client.api.profile.read({ masked: false })
    expect(stored).toEqual(elsewhere)
    await one.client.api.profile.save({ part: 'basic', base: basicVersion, ...basic })
    expect((await other.client.api.profile.read({ masked: false })).basic).toEqual(basic)
  })
})

describe('refused profile forms', { timeout: 30_000 }, () => {
  let person: Person
  beforeAll(async () => {
    person = await atBasicInfo(product)
  })

  it('refuses the borrower as a contact, by phone or by name', async () => {
    const { profile } = person.client.api
    const [first, second] = basic.contacts
    if (!first || !second) throw new Error('fixture basic.contacts: expected two contacts')
    const save = (contact: object) =>
      profile.save({ part: 'basic', ...basic, contacts: [{ ...first, ...contact }, second] })
    const itself = { kind: 'contact-is-borrower' } as const
    await expectRefusal(save({ mobile: person.phone }), itself)
    await expectRefusal(save({ name: ' 沈青禾 ' }), itself)
    await expectRefusal(save({ mobile: second.mobile }), { kind: 'contacts-alike' })
    await expectRefusal(save({ name: second.name }), { kind: 'contacts-alike' })
    expect(await stepOf(person)).toBe('basicInfo')
  })

  it.each([
    ['a choice that is not offered', { marriage: '99' }, '请重新选择婚姻状况'],
    ['an education that is not offered', { education: '00' }, '请重新选择学历'],
    ['a city where a district is asked for', { district: '330100' }, '请重新选择所在地区'],
    ['a district that is none', { district: '999999' }, '请重新选择所在地区'],
    ['a spouse of an unmarried customer', { marriage: '01' }, '您未选择已婚，联系人不能是配偶'],
  ])('the profile refuses %s', async (_, change, message) => {
    const contacts = basic.contacts.map((contact, index) =>
      index === 0 ? { ...contact, relation: '01' } : contact,
    )
    const attempt = person.client.api.profile.save({ part: 'basic', ...basic, contacts, ...change })
    await expectRefusal(attempt, { kind: 'field-invalid', message })
  })

  it.each([
    { part: 'basic', ...basic, contacts: basic.contacts.slice(1) },
    { part: 'basic', ...basic, status: 'approved' },
    { part: 'basic', ...basic, email: 'no mail' },
    { part: 'limit', amount: 1 },
    { part: 'basicDraft', address: 'x'.repeat(121) },
    { part: ['basic'], ...basic },
  ])('refuses a body of another shape: %o', async (fields) => {
    const { code } = await person.client.send(calls.profile.save, fields)
    expect(code).toBe('COMVAL0001')
  })
})
