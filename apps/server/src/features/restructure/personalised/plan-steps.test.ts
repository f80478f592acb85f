import { beforeAll, describe, expect, it } from 'vitest'
import { bindNewCard } from '#features/cards/testing/cardholder.ts'
import { onAnotherPhone } from '#features/identity/testing/applicant.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { saveForm } from '#features/profile/profile-store.ts'
import {
  newSignRequest,
  savePlanChoice,
  contacts,
  passFaceCheck,
  matchBorrower,
  newLatePayer,
  readyToSign,
  type LatePayer,
} from '#features/restructure/testing/late-payer.ts'
import { dumpDatabase } from '#testing/stored.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()
let payer: LatePayer
beforeAll(async () => {
  payer = await newLatePayer(product)
})

const openPlan = async ({ client }: Pick<LatePayer, 'client'> = payer) =>
  (await client.api.restructure.bills({})).openPlan

const notReady = { kind: 'plan-not-ready' } as const

describe('the steps of a consolidation plan', { timeout: 60_000 }, () => {
  it('are taken in order and cannot be skipped', async () => {
    const { restructure, identity } = payer.client.api
    const planNo = await savePlanChoice(payer)
    expect(await openPlan()).toMatchObject({ planNo, step: 'person', months: 12 })
    const { cardId } = payer.card
    const saveContacts = () => restructure.saveContacts({ part: 'contacts', planNo, contacts })
    const saveCard = () => restructure.saveContacts({ part: 'card', planNo, cardId })
    const openFace = () => identity.openFaceSession({ purpose: 'plan', businessNo: planNo })
    const notReached = { kind: 'step-not-reached' } as const

    await expectRefusal(saveContacts(), notReady)
    await expectRefusal(openFace(), notReached)
    await matchBorrower(product, payer, planNo)
    expect(await openPlan()).toMatchObject({ step: 'contacts' })
    expect((await openPlan())?.contacts).toBeUndefined()
    const { services } = product
    const applied = contacts.toReversed()
    const form = { customer: payer.customer, form: 'basic', fields: { contacts: applied } } as const
    await services.database.inTransaction((tx) => saveForm(tx, services, form))
    expect(await openPlan()).toMatchObject({ step: 'contacts', contacts: applied })
    await expectRefusal(saveCard(), notReady)
    await expectRefusal(openFace(), notReached)
    expect((await saveContacts()).openPlan).toMatchObject({ step: 'card', contacts })
    await expectRefusal(openFace(), notReached)
    expect((await saveCard()).openPlan).toMatchObject({ step: 'face', cardId })
    const request = await newSignRequest(payer, { planNo, months: 12 })
    await expectRefusal(restructure.sign(request), notReady)
    await openFace()
    await passFaceCheck(product, payer, planNo)
    expect((await openPlan())?.step).toBe('sign')
    await expectRefusal(openFace(), notReached)
  })

  it('can be continued on another phone, with another choice and other contacts', async () => {
    const before = await openPlan()
    const elsewhere = await onAnotherPhone(product, payer)
    // The name match and face check expired during the hour and are required again; until then the
    // contacts are hidden.
    const hidden = { ...before, step: 'person', contacts: undefined }
    expect(await openPlan(elsewhere)).toEqual(hidden)
    const planNo = await savePlanChoice({ ...payer, client: elsewhere.client }, { months: 24 })
    expect(await openPlan()).toEqual({ ...hidden, planNo, months: 24 })
    expect(planNo).toBe(before?.planNo)
    await matchBorrower(product, payer, planNo)
    expect(await openPlan()).toMatchObject({ step: 'face', contacts })
    const others = contacts.toReversed()
    const saved = { part: 'contacts', planNo, contacts: others } as const
    await elsewhere.client.api.restructure.saveContacts(saved)
    expect((await openPlan())?.contacts).toEqual(others)
  })

  it('accept a face check in the payment app, which returns to the plan page', async () => {
    const { client } = payer
    const planNo = (await openPlan())?.planNo ?? ''
    await matchBorrower(product, payer, planNo)
    client.common['channel'] = '000000000003'
    const deed = { purpose: 'plan', businessNo: planNo } as const
    const { faceSessionNo } = await client.api.identity.openFaceSession(deed)
    const { url } = await client.api.identity.faceStartParams({ faceSessionNo })
    const ticket = new URL(url, 'http://own.example').searchParams.get('ticket') ?? ''
    const response = await fetch(`${product.sandbox.url}/wallet/face-decide`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ticket, decision: 'pass' }),
    })
    expect(response.headers.get('location')).toContain(
      `/#/personalize/installmentFace?faceSessionNo=${faceSessionNo}&planNo=${planNo}`,
    )
    expect(await client.api.identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'passed' })
    expect((await openPlan())?.step).toBe('sign')
  })

  it('refuse the borrower as a contact, equal contacts, and another customer’s card', async () => {
    const late = await newLatePayer(product)
    const { restructure } = late.client.api
    const planNo = await savePlanChoice(late)
    await matchBorrower(product, late, planNo)
    const [first, billConversion] = contacts
    if (!first || !billConversion) throw new Error('fixture contacts: expected two contacts')
    const save = (...named: (typeof contacts)[number][]) =>
      restructure.saveContacts({ part: 'contacts', planNo, contacts: named })
    const isBorrower = { kind: 'contact-is-borrower' } as const
    await expectRefusal(save({ ...first, mobile: late.phone }, billConversion), isBorrower)
    await expectRefusal(save({ ...first, name: '沈青禾' }, billConversion), isBorrower)
    await expectRefusal(save(first, { ...billConversion, mobile: first.mobile }), {
      kind: 'contacts-alike',
    })
    await expect(save({ ...first, relation: '99' }, billConversion)).rejects.toThrow(/关系/)
    await expect(
      save({ ...first, relation: '01' }, { ...billConversion, relation: '01' }),
    ).rejects.toThrow(/不能都是配偶/)
    await save({ ...first, relation: '01' }, billConversion)

    const cardOfOther = { part: 'card', planNo, cardId: payer.card.cardId } as const
    await expectRefusal(restructure.saveContacts(cardOfOther), { kind: 'card-unknown' })
    const { cardId } = await bindNewCard(product, late)
    await restructure.saveContacts({ part: 'card', planNo, cardId })
    expect((await openPlan(late))?.cardId).toBe(cardId)
  })

  it('return the same error for another customer’s plan as for an unknown number', async () => {
    const planNo = (await openPlan())?.planNo ?? ''
    const late = await newLatePayer(product)
    const { restructure, agreements } = late.client.api
    await savePlanChoice(late)
    const unknown = { kind: 'plan-unknown' } as const
    for (const named of [planNo, 'unknown-plan']) {
      const saved = { part: 'contacts', planNo: named, contacts } as const
      await expectRefusal(restructure.saveContacts(saved), unknown)
      const documents = agreements.toConfirm({
        prodSubNo: '103001',
        channelCode: '000000000004',
        eventType: '0501',
        hasFund: false,
        plan: { planNo: named },
      })
      await expectRefusal(documents, unknown)
    }
  })

  it('consume name match and face check by one signature, and store contacts encrypted', async () => {
    const late = await newLatePayer(product)
    const request = await readyToSign(product, late)
    await late.client.api.restructure.sign(request)
    const rows = await product.services.database.query(
      `SELECT 1 FROM identity_matches WHERE customer_no = $1
       UNION ALL
       SELECT 1 FROM face_sessions WHERE customer_no = $1 AND purpose = 'plan' AND state <> 'used'`,
      [late.customer],
    )
    expect(rows).toEqual([])
    expect(await dumpDatabase(product.services.database)).not.toContain('沈建国')
  })
})
