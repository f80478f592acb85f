import { describe, expect, it } from 'vitest'
import { detailParts } from '@qingzhou/contract/features/profile'
import { addDays, addMonths, localDate } from '@qingzhou/domain/calendar/local-date'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { newSubmittedApplicant } from '#features/credit/testing/applying.ts'
import {
  cardWith,
  newIdentifiedApplicant,
  newIdNumber,
  onAnotherPhone,
  photograph,
  pictureFor,
  type Applicant,
  type Card,
} from '#features/identity/testing/applicant.ts'
import { getPerson } from '#features/identity/index.ts'
import {
  expectRefusal,
  messagesTo,
  newPhone,
  setFault,
} from '#features/onboarding/testing/visitor.ts'
import { passFaceCheckFor } from '#features/profile/testing/phone-changer.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const untouched = {
  mayAmend: true,
  modCustNameCount: 0,
  modCustSignOrgCount: 0,
  changesMax: 2,
  mayAmendDetails: false,
  details: detailParts.map((part) => ({ part, count: 0 })),
}

type Holder = Applicant & { readonly card: Card }

/** Creates an applicant with a submitted application, and the identity card used for it. */
async function newHolder(): Promise<Holder> {
  const applicant = await newSubmittedApplicant(product)
  const { database } = product.services
  const { idNumber } = await getPerson(database, product.services, applicant.customer)
  return { ...applicant, card: cardWith({ no: idNumber }) }
}

type Change = { readonly what?: 'name' | 'idCard' | 'issuer'; readonly card: Card }

function send({ client }: Holder, { what = 'name', card }: Change) {
  return client.api.profile.amend({ act: 'change', what, reason: 'renamed', ...card })
}

async function photographCard(holder: Holder, { what = 'name', card }: Change): Promise<void> {
  // Photos must have a later timestamp than the card on file.
  product.advance(1)
  await photograph(product, holder, { no: card.no })
  await passFaceCheckFor(product, holder, { what, reason: 'renamed' })
}

async function show(holder: Holder, change: Change) {
  await photographCard(holder, change)
  return send(holder, change)
}

const renewed = { issueDate: localDate('2026-10-20'), expireDate: localDate('2046-10-20') }

describe('account amendment by a new identity card', { timeout: 60_000 }, () => {
  it('changes the name, counts the change and sends an SMS', async () => {
    const holder = await newHolder()
    const card = { ...holder.card, ...renewed, name: '沈清和' }
    expect(await holder.client.api.profile.amend({ act: 'read' })).toEqual(untouched)
    expect(await show(holder, { card })).toEqual({ ...untouched, modCustNameCount: 1 })
    const { saved } = await holder.client.api.identity.person({})
    expect(saved).toMatchObject({ name: '**和', issueDate: '2026-10-20' })
    await product.runTasks()
    const [message] = await messagesTo(product, holder.phone)
    expect(message?.text).toMatch(/您的姓名已更新。如非本人操作/)
  })

  it('reads a photo again that was used for the card on file', async () => {
    const holder = await newHolder()
    const image = await pictureFor(product, 'new-phone', 'id-card-front')
    const { database, now } = product.services
    const read = async () => {
      product.advance(1)
      await holder.client.api.identity.readIdCard({ side: 'front', image })
      return (await holder.client.api.identity.person({})).read.front?.no
    }
    expect(await read()).toBe('990101199603120020')
    product.advance(1)
    const saved = 'UPDATE id_cards SET saved_at = $2 WHERE customer_no = $1'
    await database.query(saved, [holder.customer, now()])
    expect((await holder.client.api.identity.person({})).read.front).toBeUndefined()
    expect(await read()).toBe('990101199603120020')
  })

  it('counts one change when the same card is sent twice, also concurrently', async () => {
    const holder = await newHolder()
    const change = { card: { ...holder.card, name: '沈清和' } }
    await photographCard(holder, change)
    const once = { ...untouched, modCustNameCount: 1 }
    expect(await Promise.all([send(holder, change), send(holder, change)])).toEqual([once, once])
    expect(await send(holder, change)).toEqual(once)
  })

  it('does not count a renewed card with the same name and issuer', async () => {
    const holder = await newHolder()
    const card = { ...holder.card, ...renewed, issueAgency: `${holder.card.issueAgency} ` }
    expect(await show(holder, { what: 'idCard', card })).toEqual(untouched)
  })

  it('[3.065] counts another issuing office as a change of issuer, whatever reason was selected', async () => {
    const holder = await newHolder()
    const card = { ...holder.card, ...renewed, issueAgency: '云泽市公安局望江分局' }
    const once = { ...untouched, modCustSignOrgCount: 1 }
    expect(await show(holder, { what: 'issuer', card })).toEqual(once)
    const both = { ...card, name: '沈清和', issueAgency: '云泽市公安局临江分局' }
    expect(await show(holder, { card: both })).toMatchObject({
      modCustNameCount: 1,
      modCustSignOrgCount: 2,
      issuerOpensOn: addMonths(product.services.today(), 12),
    })
  })

  it('[3.064] allows two name changes a year and names the day from which the next is possible', async () => {
    const holder = await newHolder()
    const change = (name: string) => show(holder, { card: { ...holder.card, name } })
    await change('沈甲')
    const opensOn = addMonths(product.services.today(), 12)
    product.advance(3_600)
    expect(await change('沈乙')).toMatchObject({ modCustNameCount: 2, nameOpensOn: opensOn })
    await expectRefusal(change('沈丙'), { kind: 'changes-used-up', opensOn })
    const { saved } = await holder.client.api.identity.person({})
    expect(saved?.name).toBe('*乙')
    // Changes of issuer are counted separately.
    const moved = { ...holder.card, name: '沈乙', issueAgency: '云泽市公安局望江分局' }
    await show(holder, { what: 'issuer', card: moved })
  })

  it('applies one of several names that are sent concurrently', async () => {
    const holder = await newHolder()
    await show(holder, { card: { ...holder.card, name: '沈甲' } })
    await photographCard(holder, holder)
    const names = ['沈乙', '沈丙', '沈丁']
    const sent = names.map((name) => send(holder, { card: { ...holder.card, name } }))
    const answers = await Promise.allSettled(sent)
    const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(told.filter(({ needsFace }) => !needsFace)).toHaveLength(1)
    const counted = await holder.client.api.profile.amend({ act: 'read' })
    expect(counted.modCustNameCount).toBe(2)
  })

  it('stores the previous card encrypted in the history and keeps its photos', async () => {
    const holder = await newHolder()
    await show(holder, { card: { ...holder.card, name: '沈清和' } })
    const { database, files, vault } = product.services
    const rows = await database.query<{
      history_no: string
      card_sealed: Buffer
      front_file_no: string
      reason: string
    }>(
      `SELECT history_no, card_sealed, front_file_no, reason FROM id_card_history WHERE customer_no = $1`,
      [holder.customer],
    )
    const cards = rows.map((row) => {
      const place = placeIn('id_card_history', holder.customer, row.history_no)
      return JSON.parse(vault.open(row.card_sealed, place('card_sealed')))
    })
    expect(cards).toMatchObject([{ name: '沈青禾', idNumber: holder.card.no }])
    product.advance(7_200)
    await files.sweep()
    const fileNo = rows[0]?.front_file_no ?? ''
    expect(await files.read({ customer: holder.customer, fileNo })).toBeDefined()
  })
})

const openFace = ({ client }: Applicant, businessNo: string) =>
  client.api.identity.openFaceSession({ purpose: 'amend', businessNo })
const nameOf = async ({ client }: Holder) => (await client.api.identity.person({})).saved?.name
const toNewPhone = ({ client }: Holder) =>
  client.api.profile.startPhoneChange({ mobile: newPhone(), way: 'identity' })

describe('face check for an account amendment', { timeout: 60_000 }, () => {
  const request = { what: 'name', reason: 'renamed' } as const

  it('is required before anything changes and authorises one change', async () => {
    const holder = await newHolder()
    const change = { card: { ...holder.card, name: '沈清和' } }
    product.advance(1)
    await photograph(product, holder, { no: holder.card.no })
    expect(await send(holder, change)).toEqual({ ...untouched, needsFace: true })
    expect(await nameOf(holder)).toBe('**禾')
    await passFaceCheckFor(product, holder, request)
    expect(await send(holder, change)).toEqual({ ...untouched, modCustNameCount: 1 })
    product.advance(1)
    await photograph(product, holder, { no: holder.card.no })
    const next = { card: { ...holder.card, name: '沈丁' } }
    expect(await send(holder, next)).toMatchObject({ needsFace: true, modCustNameCount: 1 })
  })

  it('is valid only for the amendment it was made for, and for half an hour', async () => {
    const holder = await newHolder()
    const card = { ...holder.card, name: '沈清和' }
    await photographCard(holder, { card })
    await passFaceCheckFor(product, holder, { what: 'issuer', reason: 'moved' })
    product.advance(1_801)
    expect(await send(holder, { card })).toMatchObject({ needsFace: true })
    await expectRefusal(openFace(holder, 'name-'), { kind: 'step-not-reached' })
    await expectRefusal(openFace(await newIdentifiedApplicant(product), 'name-renamed'), {
      kind: 'step-not-reached',
    })
  })

  it('makes the new portrait trusted at once; without it, the phone change by identity waits three days', async () => {
    const [seen, unseen] = [await newHolder(), await newHolder()]
    const { database, files, today } = product.services
    await show(seen, { card: { ...seen.card, name: '沈清和' } })
    await toNewPhone(seen)

    // The old portrait has been deleted, so no face can be compared with it.
    await database.inTransaction(async (tx) => files.releaseAllOf(tx, unseen.customer))
    product.advance(3_601)
    await files.sweep()
    const { client } = await onAnotherPhone(product, unseen)
    const back = { ...unseen, client }
    product.advance(1)
    await photograph(product, back, { no: back.card.no })
    const amended = await send(back, { card: { ...back.card, name: '沈清和' } })
    expect(amended).toMatchObject({ modCustNameCount: 1 })
    await expectRefusal(toNewPhone(back), { kind: 'card-too-new', opensOn: addDays(today(), 3) })
  })
})

describe('refused account amendments', { timeout: 60_000 }, () => {
  it('refuses a card without new photos', async () => {
    const holder = await newHolder()
    const card = { ...holder.card, name: '沈清和' }
    await expectRefusal(send(holder, { card }), { kind: 'id-card-photos-needed' })
  })

  it('refuses a card without changes, and a new name that is sent as a mere renewal', async () => {
    const holder = await newHolder()
    const nothingAmended = { kind: 'nothing-amended' } as const
    for (const what of ['name', 'idCard', 'issuer'] as const) {
      await expectRefusal(show(holder, { what, card: holder.card }), nothingAmended)
    }
    const newDates = { ...holder.card, ...renewed }
    await expectRefusal(show(holder, { what: 'name', card: newDates }), nothingAmended)
    await expectRefusal(show(holder, { what: 'issuer', card: newDates }), nothingAmended)
    const renamed = { ...newDates, name: '沈清和' }
    const elsewhere = '新身份证的姓名与当前不同，请返回选择“姓名变更”'
    await expectRefusal(show(holder, { what: 'idCard', card: renamed }), {
      kind: 'field-invalid',
      message: elsewhere,
    })
    expect(await holder.client.api.profile.amend({ act: 'read' })).toEqual(untouched)
  })

  it('refuses another person’s card, an expired card, and any card while the identity register is down', async () => {
    const holder = await newHolder()
    const other = { ...holder.card, no: newIdNumber(), name: '沈清和' }
    await expectRefusal(show(holder, { card: other }), { kind: 'id-number-differs' })
    const old = { issueDate: localDate('2006-03-20'), expireDate: localDate('2026-03-20') }
    const expired = { ...holder.card, ...old }
    await expectRefusal(show(holder, { what: 'idCard', card: expired }), {
      kind: 'id-card-expired',
    })
    await setFault(product, { provider: 'idCheck', failNext: 1 })
    const card = { ...holder.card, name: '沈清和' }
    await expectRefusal(show(holder, { card }), { kind: 'outside-unavailable' })
  })

  it('refuses an amendment before the application is submitted', async () => {
    const card = cardWith()
    const applicant = await newIdentifiedApplicant(product, { card })
    const holder = { ...applicant, card }
    const notYet = { kind: 'step-not-reached' } as const
    await expectRefusal(show(holder, { card: { ...card, name: '沈清和' } }), notYet)
    const told = await holder.client.api.profile.amend({ act: 'read' })
    expect(told.mayAmend).toBe(false)
  })

  it('counts a new name that is saved through the renewal of an expired card', async () => {
    const holder = await newHolder()
    await product.services.database.query(
      `UPDATE id_cards SET expires_on = $2 WHERE customer_no = $1`,
      [holder.customer, localDate('2026-01-01')],
    )
    product.advance(1)
    await photograph(product, holder, { no: holder.card.no })
    await holder.client.api.identity.saveIdCard({ ...holder.card, ...renewed, name: '沈清和' })
    const counted = await holder.client.api.profile.amend({ act: 'read' })
    expect(counted.modCustNameCount).toBe(1)
  })
})
