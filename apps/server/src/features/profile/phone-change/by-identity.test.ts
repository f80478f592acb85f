import { describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { newIdentifiedApplicant } from '#features/identity/testing/applicant.ts'
import { newPhoneChanger, start } from '#features/profile/testing/phone-changer.ts'
import {
  expectRefusal,
  latestCode,
  messagesTo,
  newPhone,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

/**
 * Starts a phone change by identity for a signed-in customer with a known card and no access to the
 * old phone.
 */
async function withoutOldPhone() {
  const mover = { ...(await newIdentifiedApplicant(product)), newPhone: newPhone() }
  const { changeNo } = await start(mover, { way: 'identity' })
  const newCode = await latestCode(product, mover.newPhone)
  return { mover, changeNo, newCode }
}

type LostPhone = Awaited<ReturnType<typeof withoutOldPhone>>

function match({ mover, changeNo }: LostPhone, no = mover.card.no) {
  const { name } = mover.card
  const purpose = { purpose: 'phone', businessNo: changeNo } as const
  return mover.client.api.identity.matchCustomer({ name, no, ...purpose })
}

const openFace = ({ mover, changeNo }: LostPhone) =>
  mover.client.api.identity.openFaceSession({ purpose: 'phone', businessNo: changeNo })

/** Marks the face session as passed; the camera check has its own tests. */
async function passFace(lost: LostPhone): Promise<void> {
  const { faceSessionNo } = await openFace(lost)
  await product.services.database.query(
    `UPDATE face_sessions SET state = 'passed', passed_at = $2 WHERE face_session_no = $1`,
    [faceSessionNo, product.services.now()],
  )
}

const confirm = ({ mover, changeNo, newCode }: LostPhone) =>
  mover.client.api.profile.confirmPhoneChange({ changeNo, newCode })

const needed = { kind: 'verification-needed' } as const

describe('a phone change without the old phone', { timeout: 60_000 }, () => {
  it('requires name and ID number, then the face, then the code sent to the new phone', async () => {
    const lost = await withoutOldPhone()
    const { mover } = lost
    expect(await messagesTo(product, mover.phone)).toHaveLength(1)
    await expectRefusal(confirm(lost), needed)
    await expectRefusal(openFace(lost), { kind: 'step-not-reached' })
    expect(await match(lost)).toEqual({ matches: true })
    await expectRefusal(confirm(lost), needed)
    await passFace(lost)
    await confirm(lost)
    await expectRefusal(mover.client.api.onboarding.currentUser({}), { kind: 'not-signed-in' })
  })

  it('refuses another person’s ID number and a face check made for another change', async () => {
    const lost = await withoutOldPhone()
    const other = await withoutOldPhone()
    expect(await match(lost, other.mover.card.no)).toEqual({ matches: false })
    await expectRefusal(openFace(lost), { kind: 'step-not-reached' })
    await match(lost)
    await passFace(lost)
    const mover = { ...lost.mover, newPhone: newPhone() }
    const { changeNo } = await start(mover, { way: 'identity' })
    const newCode = await latestCode(product, mover.newPhone)
    await expectRefusal(confirm({ mover, changeNo, newCode }), needed)
  })

  it('expires half an hour after its start, even when a code is requested again', async () => {
    const lost = await withoutOldPhone()
    await match(lost)
    await passFace(lost)
    product.advance(1_750)
    const { changeNo } = await start(lost.mover, { way: 'identity', changeNo: lost.changeNo })
    expect(changeNo).toBe(lost.changeNo)
    product.advance(55)
    const newCode = await latestCode(product, lost.mover.newPhone)
    await expectRefusal(confirm({ ...lost, newCode }), { kind: 'phone-change-unknown' })
  })

  it('can replace a change by codes that has started, with the code already received', async () => {
    const mover = { ...(await newIdentifiedApplicant(product)), newPhone: newPhone() }
    const { changeNo } = await start(mover)
    const newCode = await latestCode(product, mover.newPhone)
    const changed = await start(mover, { way: 'identity', changeNo })
    expect(changed.changeNo).toBe(changeNo)
    const lost = { mover, changeNo, newCode }
    await match(lost)
    await passFace(lost)
    await confirm(lost)
  })

  it('is refused for three days after a card replacement, because the new portrait may be another person’s', async () => {
    const lost = await withoutOldPhone()
    const { mover } = lost
    const { database, today } = product.services
    await match(lost)
    await passFace(lost)
    await database.query(
      `INSERT INTO id_card_history VALUES ($1, 'h', '', 'f', 'b', now(), now(), $2, 'idCard',
         'lost', false, false)`,
      [mover.customer, addDays(today(), -2)],
    )
    const tooNew = { kind: 'card-too-new', opensOn: addDays(today(), 1) } as const
    await expectRefusal(confirm(lost), tooNew)
    await expectRefusal(start(mover, { way: 'identity' }), tooNew)
    await start(mover)
    await database.query(`UPDATE id_card_history SET replaced_on = $2 WHERE customer_no = $1`, [
      mover.customer,
      addDays(today(), -3),
    ])
    await start(mover, { way: 'identity' })
  })

  it('is refused for a customer without an identity card on file', async () => {
    const mover = await newPhoneChanger(product)
    await expectRefusal(start(mover, { way: 'identity' }), { kind: 'step-not-reached' })
  })

  it('opens no face check for a change by codes', async () => {
    const mover = { ...(await newIdentifiedApplicant(product)), newPhone: newPhone() }
    const { changeNo } = await start(mover)
    const lost = { mover, changeNo, newCode: '' }
    await match(lost)
    await expectRefusal(openFace(lost), { kind: 'step-not-reached' })
  })
})
