import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import type { Step } from '@qingzhou/domain/credit/steps'
import { findPerson, getPerson } from '#features/identity/index.ts'
import type { Applicant, Card } from '#features/identity/testing/applicant.ts'
import {
  cardWith,
  newIdentifiedApplicant,
  newApplicant,
} from '#features/identity/testing/applicant.ts'
import { newIdNumber, onAnotherPhone, photograph } from '#features/identity/testing/applicant.ts'
import { expectRefusal, setFault, countMessages } from '#features/onboarding/testing/visitor.ts'
import { refusalMessage } from '#http/refusals.ts'
import { keepIdNumber } from './identity-store.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const save = ({ client }: Applicant, card: Card) => client.api.identity.saveIdCard(card)

async function newPhotographedApplicant(no?: string): Promise<Applicant> {
  const applicant = await newApplicant(product)
  await photograph(product, applicant, no === undefined ? {} : { no })
  return applicant
}

async function stepOf({ client }: Applicant): Promise<Step> {
  return (await client.api.credit.currentStep({})).step
}

async function moveTo({ customer }: Applicant, step: Step): Promise<void> {
  await product.services.database.query(
    `UPDATE credit_applications SET step = $2 WHERE customer_no = $1`,
    [customer, step],
  )
}

async function letRunOut({ customer }: Applicant): Promise<void> {
  const yesterday = addDays(product.services.today(), -1)
  await product.services.database.query(
    `UPDATE id_cards SET expires_on = $2 WHERE customer_no = $1`,
    [customer, yesterday],
  )
}

async function applyAgain(applicant: Applicant): Promise<void> {
  await moveTo(applicant, 'notGranted')
  const { database, now } = product.services
  await database.query(
    `INSERT INTO credit_applications (customer_no, application_no, channel, step, opened_at)
     VALUES ($1, 'A-second', 'browser', 'identity', $2)`,
    [applicant.customer, new Date(now().getTime() + 1_000)],
  )
}

describe('saving an identity card', { timeout: 60_000 }, () => {
  it('[7.034, 7.151] moves on to the face check, and the saved card is returned masked', async () => {
    const card = cardWith()
    const applicant = await newPhotographedApplicant(card.no)
    await save(applicant, card)
    expect(await stepOf(applicant)).toBe('faceInPage')
    const { saved, read } = await applicant.client.api.identity.person({})
    expect(saved).toEqual({
      name: '**禾',
      no: `${card.no.slice(0, 3)}***********${card.no.slice(-4)}`,
      issueAgency: card.issueAgency,
      issueDate: card.issueDate,
      expireDate: card.expireDate,
    })
    expect(read).toEqual({})
    const person = await getPerson(product.services.database, product.services, applicant.customer)
    expect(person).toMatchObject({ name: '沈青禾', idNumber: card.no, birthDate: '1990-02-14' })
  })

  it('[3.013, 3.014] requires both photos', async () => {
    const applicant = await newApplicant(product)
    await expectRefusal(save(applicant, cardWith()), { kind: 'id-card-photos-needed' })
    const { database } = product.services
    expect(await findPerson(database, product.services, applicant.customer)).toBeUndefined()
    await expect(getPerson(database, product.services, applicant.customer)).rejects.toThrow(
      'step-not-reached',
    )
  })

  it.each([
    [{ no: newIdNumber({ birth: '20100101' }) }, { kind: 'age-not-accepted' }],
    [{ no: newIdNumber({ birth: '19500101' }) }, { kind: 'age-not-accepted' }],
    [{ no: newIdNumber({ region: '980101' }) }, { kind: 'id-number-region-unknown' }],
    [{ expireDate: localDate('2026-03-20') }, { kind: 'id-card-expired' }],
    [{ expireDate: localDate('2031-03-20') }, { kind: 'id-card-dates-wrong' }],
    [{ issueDate: localDate('2036-03-20') }, { kind: 'id-card-dates-wrong' }],
    [{ name: 'Shen' }, { kind: 'field-invalid', message: '请按身份证填写姓名' }],
  ] as const)('is refused for invalid fields: %o', async (changes, refusal) => {
    const applicant = await newPhotographedApplicant()
    await expectRefusal(save(applicant, cardWith(changes)), refusal)
    expect(await stepOf(applicant)).toBe('identity')
  })

  it('accepts a corrected name, but only the photographed number', async () => {
    const card = cardWith({ name: '阿依古丽•买买提' })
    const applicant = await newPhotographedApplicant(card.no)
    const other = save(applicant, { ...card, no: newIdNumber() })
    await expectRefusal(other, { kind: 'id-number-not-as-photographed' })
    await save(applicant, card)
    const { saved } = await applicant.client.api.identity.person({})
    expect(saved?.name).toBe('*******提')
  })

  it('is refused if the register has another name for the number', async () => {
    const card = cardWith({ name: '陆远', no: '990102199108260014' })
    const applicant = await newPhotographedApplicant(card.no)
    await expectRefusal(save(applicant, card), { kind: 'identity-mismatch' })
    await save(applicant, { ...card, name: '陆知远' })
  })

  it('[3.012] accepts a card that never expires', async () => {
    const card = cardWith({ no: newIdNumber({ birth: '19690214' }), expireDate: '长期' })
    const applicant = await newPhotographedApplicant(card.no)
    await save(applicant, card)
    expect(await applicant.client.api.identity.idCardExpiry({})).toEqual({ expired: false })
  })

  it('refuses an expired card, and dates that differ from the photographed ones', async () => {
    const card = cardWith()
    const applicant = await newApplicant(product)
    const term = { issueDate: '20060320', expireDate: '20260320' }
    await photograph(product, applicant, { no: card.no, term })
    await expectRefusal(save(applicant, card), { kind: 'id-card-dates-not-as-photographed' })
    const [issueDate, expireDate] = [localDate('2006-03-20'), localDate('2026-03-20')]
    const asPhotographed = { ...card, issueDate, expireDate }
    await expectRefusal(save(applicant, asPhotographed), { kind: 'id-card-expired' })
  })

  it('is refused while the register is down, without using up an attempt', async () => {
    const card = cardWith()
    const applicant = await newPhotographedApplicant(card.no)
    await setFault(product, { provider: 'idCheck', failNext: 12 })
    for (let tries = 0; tries < 12; tries += 1) {
      await expectRefusal(save(applicant, card), { kind: 'outside-unavailable' })
    }
    await save(applicant, card)
    expect(await stepOf(applicant)).toBe('faceInPage')
  })

  it('queries the register ten times a day at most', async () => {
    const applicant = await newPhotographedApplicant()
    const guesses = Array.from({ length: 12 }, (_, index) =>
      save(
        applicant,
        cardWith({
          name: `陆${'一二三四五六七八九十百千'.charAt(index)}`,
          no: '990102199108260014',
        }),
      ),
    )
    const mismatch = refusalMessage({ kind: 'identity-mismatch' }).message
    const counts = await countMessages(guesses)
    expect(counts.get(mismatch)).toBe(10)
    expect([...counts.keys()].filter((words) => words !== mismatch).join()).toMatch(/太频繁/)
  })

  it('leaves an ID number to rival accounts, each day a new one, until a face check decides', async () => {
    const card = cardWith()
    const rivals = await Promise.all(
      Array.from({ length: 4 }, () => newPhotographedApplicant(card.no)),
    )
    const counts = await countMessages(rivals.map((applicant) => save(applicant, card)))
    expect(counts).toEqual(new Map([['ok', 4]]))
    const holder = await newPhotographedApplicant(card.no)
    await save(holder, card)
    const [rival] = rivals
    if (rival) await save(rival, card)
    expect(await stepOf(holder)).toBe('faceInPage')

    const keep = ({ customer }: Applicant) =>
      product.services.database.inTransaction((tx) =>
        keepIdNumber(tx, product.services, { customer, idNumber: card.no }),
      )
    const { faceSessionNo } = await holder.client.api.identity.openFaceSession({
      purpose: 'credit',
    })
    await product.services.database.query(
      `UPDATE face_sessions SET state = 'passed' WHERE customer_no = $1 AND face_session_no = $2`,
      [holder.customer, faceSessionNo],
    )
    expect(await keep(holder)).toBe(true)
    const taken = { kind: 'identity-of-other-account' } as const
    for (const one of rivals) {
      expect(await keep(one)).toBe(false)
      const changed = { ...card, address: '云泽市别处' }
      await expectRefusal(save(one, changed), taken)
    }
  })

  it('leaves an ID number to its holder, though another account passed a face check with another number', async () => {
    const card = cardWith()
    const squatter = await newIdentifiedApplicant(product)
    const { faceSessionNo } = await squatter.client.api.identity.openFaceSession({
      purpose: 'credit',
    })
    await product.services.database.query(
      `UPDATE face_sessions SET state = 'passed' WHERE customer_no = $1 AND face_session_no = $2`,
      [squatter.customer, faceSessionNo],
    )
    await photograph(product, squatter, { no: card.no })
    await save(squatter, card)
    const holder = await newPhotographedApplicant(card.no)
    await save(holder, card)
    expect(await stepOf(holder)).toBe('faceInPage')
  })

  it('releases a number that is corrected before submission', async () => {
    const mistaken = cardWith()
    const applicant = await newPhotographedApplicant()
    await save(applicant, mistaken)
    await save(applicant, { ...mistaken, no: newIdNumber() })
    const owner = await newPhotographedApplicant()
    await save(owner, mistaken)
    expect(await stepOf(owner)).toBe('faceInPage')
  })

  it('is done once if repeated, later and on two phones', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await moveTo(applicant, 'basicInfo')
    const other = await onAnotherPhone(product, applicant)
    await Promise.all([save(applicant, applicant.card), save(other, applicant.card)])
    expect(await stepOf(other)).toBe('basicInfo')
  })

  it('requires another face check if fields have changed', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await moveTo(applicant, 'basicInfo')
    await save(applicant, { ...applicant.card, no: newIdNumber(), name: '沈青' }).catch(() => {})
    expect(await stepOf(applicant)).toBe('basicInfo')
    await save(applicant, { ...applicant.card, address: '云泽市别处' })
    expect(await stepOf(applicant)).toBe('faceInPage')
  })

  it('saving an identity card is refused after submission', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await moveTo(applicant, 'underReview')
    const attempt = save(applicant, { ...applicant.card, address: '云泽市别处' })
    await expectRefusal(attempt, { kind: 'step-not-reached' })
  })
})

describe('renewing an identity card', { timeout: 60_000 }, () => {
  it('returns the customer to the earlier step', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await moveTo(applicant, 'limit')
    await letRunOut(applicant)
    expect(await stepOf(applicant)).toBe('identity')
    const renewed = {
      ...applicant.card,
      issueDate: localDate('2026-03-20'),
      expireDate: localDate('2046-03-20'),
    }
    await expectRefusal(save(applicant, renewed), { kind: 'id-card-photos-needed' })
    product.advance(1)
    await photograph(product, applicant, { no: applicant.card.no })
    await save(applicant, renewed)
    expect(await stepOf(applicant)).toBe('limit')
    expect(await applicant.client.api.identity.idCardExpiry({})).toMatchObject({ expired: false })
  })

  it('is allowed for the same person only', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await moveTo(applicant, 'limit')
    await letRunOut(applicant)
    product.advance(1)
    const other = cardWith()
    await photograph(product, applicant, { no: other.no })
    await expectRefusal(save(applicant, other), { kind: 'identity-mismatch' })
    expect(await stepOf(applicant)).toBe('identity')
  })

  it('moves on with the card on file in a second application, too', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await applyAgain(applicant)
    expect(await stepOf(applicant)).toBe('identity')
    expect(await applicant.client.api.identity.person({})).toEqual({ read: {} })
    await save(applicant, applicant.card)
    expect(await stepOf(applicant)).toBe('faceInPage')
  })

  it('is allowed for the same person only in a second application, too', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await applyAgain(applicant)
    const other = cardWith()
    await photograph(product, applicant, { no: other.no })
    await expectRefusal(save(applicant, other), { kind: 'identity-mismatch' })
  })
})
