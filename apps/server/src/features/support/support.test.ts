import { beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { proposalKinds } from '#features/console/proposals/kinds.ts'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { findNewestAttempt } from '#features/identity/face/face-attempt-store.ts'
import { settleFace } from '#features/identity/face/settle-channel-face.ts'
import {
  newIdentifiedApplicant,
  newApplicant,
  onAnotherPhone,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { newBorrower, readyToApply } from '#features/loans/testing/borrower.ts'
import {
  expectRefusal,
  messagesTo,
  newPhone,
  setFault,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import { actAlone, approve, propose, type Acting } from '#features/proposals/index.ts'
import { endSessions } from '#features/sessions/index.ts'
import { findLimit } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import { facePictures, findCustomers, proposeFace, showCustomer } from './index.ts'

const product = startProductForFile()
let agent: Acting
let reviewer: Acting
beforeAll(async () => {
  agent = { staffNo: (await newStaff(product, ['operator'])).staffNo, roles: ['operator'] }
  reviewer = { staffNo: (await newStaff(product, ['reviewer'])).staffNo, roles: ['reviewer'] }
})

const deps = () => ({ ...product.services, kinds: proposalKinds })
const reason = '客户来电'

function alone(kind: string, parameters: Readonly<Record<string, unknown>>) {
  return actAlone(deps(), agent, { kind, parameters, reason })
}

/** Proposed by one member of staff and approved by another. */
async function together(kind: string, parameters: Readonly<Record<string, unknown>>) {
  const { proposalNo } = await propose(deps(), agent, { kind, parameters, reason })
  return approve(deps(), reviewer, { proposalNo })
}

async function limitState(customer: CustomerNo): Promise<string | undefined> {
  return (await findLimit(product.services.database, customer))?.state
}

/** Answers the challenge of a face check as a camera would that sees the holder of the card. */
async function showOwnFace({ client, customer }: Pick<Applicant, 'client' | 'customer'>) {
  const { identity } = client.api
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
  await identity.faceChallenge({ faceSessionNo })
  const { database } = product.services
  const attempt = await findNewestAttempt(database, { customer, faceSessionNo })
  const card = await findCard(database, product.services, customer)
  if (!attempt || !card) throw new Error('expected a challenge and a card on file')
  const judged = { ...attempt, frontFileNo: card.frontFileNo }
  await settleFace(product.services, judged, { judgement: 'match' })
}

describe('a stolen phone', { timeout: 60_000 }, () => {
  it('is closed at once, and its owner gets the account back by a face check at a new phone', async () => {
    const borrower = await newBorrower(product)
    const { client, customer, phone } = borrower
    const { drawNo } = await client.api.loans.apply(await readyToApply(borrower))
    const { result } = await alone('block-customer', { customer, reason: 'stolen-phone' })
    expect(result).toBe(`reason=stolen-phone stopped=${drawNo}`)
    await expectRefusal(client.api.repayment.currentBill({}), { kind: 'not-signed-in' })
    await expectRefusal(signInWith(product, product.client(), phone), { kind: 'account-protected' })
    expect(await limitState(customer)).toBe('frozen')
    const newNumber = newPhone()
    await together('return-access', { customer, phone: newNumber })
    await product.runTasks()
    expect((await messagesTo(product, newNumber))[0]?.text).toContain('请先完成人脸核验')
    const found = product.client()
    await signInWith(product, found, newNumber)
    await expectAwaitsFace(found)
    await showOwnFace({ client: found, customer })
    expect(await found.api.credit.currentStep({})).toMatchObject({ step: 'limit' })
    expect(await found.api.credit.limit({})).toMatchObject({ state: 'open', used: 0n })
    const shown = await showCustomer(deps(), agent, { customer })
    expect(shown).toMatchObject({ blocks: [], draw: undefined })
    expect(shown.devices).toHaveLength(1)
  })

  it('ends while its limit is not drawn by a draw that was executed but not ordered', async () => {
    const borrower = await newBorrower(product)
    const { customer } = borrower
    const { drawNo } = await borrower.client.api.loans.apply(await readyToApply(borrower))
    const { database } = product.services
    await database.query(
      `UPDATE draw_applications SET state = 'processing', executed_at = now()
        WHERE customer_no = $1 AND draw_no = $2`,
      [customer, drawNo],
    )
    const { result } = await alone('freeze-limit', { customer })
    expect(result).toBe(`limit=frozen stopped=${drawNo}`)
    expect(await findLimit(database, customer)).toMatchObject({ used: 0n, state: 'frozen' })
    await together('reopen-limit', { customer })
    expect(await limitState(customer)).toBe('open')
  })
})

/** The session can make the face check only, whatever it calls. */
async function expectAwaitsFace({ api }: Client): Promise<void> {
  const waiting = { kind: 'access-awaits-face' } as const
  expect(await api.credit.currentStep({})).toEqual({
    step: 'faceInPage',
    pageUrl: '/apply/creditFaceH5',
  })
  expect(await api.credit.progress({})).toEqual({ steps: [] })
  await expectRefusal(api.repayment.currentBill({}), waiting)
  await expectRefusal(api.profile.read({ masked: true }), waiting)
  await expectRefusal(api.security.sessions({}), waiting)
  await expectRefusal(api.identity.person({}), waiting)
}

describe('a blocked customer', { timeout: 60_000 }, () => {
  it.each([
    ['court', 'review'],
    ['bankruptcy', 'care'],
  ] as const)(
    'a customer blocked for %s signs in, sees why borrowing has stopped, and does not borrow',
    async (why, pause) => {
      const borrower = await newBorrower(product)
      const { client, customer } = borrower
      const request = await readyToApply(borrower)
      await alone('block-customer', { customer, reason: why })
      expect(await client.api.credit.limit({})).toMatchObject({ state: 'frozen', pause })
      await expectRefusal(client.api.loans.apply(request), { kind: 'limit-frozen' })
      await client.api.repayment.currentBill({})
      await together('end-block', { customer, reason: why })
      expect((await client.api.credit.limit({})).pause).toBeUndefined()
      expect(await limitState(customer)).toBe('open')
    },
  )

  it('opens the limit again only after the last of two blocks', async () => {
    const { customer } = await newBorrower(product)
    await alone('block-customer', { customer, reason: 'fraud' })
    await alone('block-customer', { customer, reason: 'court' })
    await together('end-block', { customer, reason: 'fraud' })
    expect(await limitState(customer)).toBe('frozen')
    await together('end-block', { customer, reason: 'court' })
    expect(await limitState(customer)).toBe('open')
  })

  it('a blocked customer who applies for a limit gets the page of a refusal', async () => {
    const { client, customer } = await newIdentifiedApplicant(product)
    await alone('block-customer', { customer, reason: 'fraud' })
    await expectRefusal(client.api.credit.currentStep({}), { kind: 'account-paused' })
  })
})

describe('a face check that keeps failing', { timeout: 60_000 }, () => {
  it('[law face-not-only] is passed by two members of staff who compare a photo with the card', async () => {
    const { client, customer, phone } = await newIdentifiedApplicant(product)
    const { identity } = client.api
    const { default: sharp } = await import('sharp')
    const create = { width: 120, height: 160, channels: 3, background: '#5a7896' } as const
    const picture = await sharp({ create }).jpeg().toBuffer()
    const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
    const early = proposeFace(deps(), agent, { customer, picture, reason })
    await expect(early).rejects.toMatchObject({ refusal: { kind: 'face-check-not-failed' } })
    const { faceToken } = await identity.faceChallenge({ faceSessionNo })
    await setFault(product, { provider: 'face', decline: true })
    const frames = [{ action: 'front' as const, image: picture.toString('base64') }]
    await identity.faceResult({ faceSessionNo, faceToken, frames })
    await setFault(product, { provider: 'face', decline: false })
    expect((await showCustomer(deps(), agent, { customer })).faceAttemptsLeft).toBe(4)
    const { proposalNo } = await proposeFace(deps(), agent, { customer, picture, reason })
    const pictures = await facePictures(deps(), reviewer, { customer })
    expect([pictures.card.length > 0, pictures.photo !== undefined]).toEqual([true, true])
    expect(await approve(deps(), reviewer, { proposalNo })).toMatchObject({ state: 'done' })
    await product.runTasks()
    expect((await messagesTo(product, phone))[0]?.text).toContain('已通过人工审核')
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'bindCardForCredit' })
    expect((await showCustomer(deps(), agent, { customer })).faceAttemptsLeft).toBe(5)
  })
})

describe('a customer', { timeout: 60_000 }, () => {
  it('is found by phone, identity, card and order, and shown masked unless a reason is given', async () => {
    const { customer, phone } = await newBorrower(product)
    const { database } = product.services
    const { idNumber, name } = (await findCard(database, product.services, customer)) ?? {}
    if (idNumber === undefined || name === undefined) throw new Error('expected a card on file')
    const [order] = await database.query<{ order_no: string; wire_no: string }>(
      `SELECT bank_orders.order_no, wire_no FROM bank_orders JOIN wire_orders USING (order_no)
        WHERE customer_no = $1`,
      [customer],
    )
    const searches = [
      { by: 'phone', value: phone },
      { by: 'identity', value: idNumber.toLowerCase() },
      { by: 'order', value: order?.order_no ?? '' },
      { by: 'provider', value: order?.wire_no ?? '' },
      { by: 'customer', value: customer },
    ] as const
    for (const search of searches) {
      expect([search.by, await findCustomers(deps(), agent, search)]).toEqual([
        search.by,
        [customer],
      ])
    }
    expect(await findCustomers(deps(), agent, { by: 'phone', value: newPhone() })).toEqual([])
    const masked = await showCustomer(deps(), agent, { customer })
    expect(JSON.stringify({ ...masked, limit: undefined })).not.toMatch(
      new RegExp(`${phone}|${idNumber}|${name}`),
    )
    const full = await showCustomer(deps(), agent, { customer, unmaskFor: reason })
    expect(full).toMatchObject({ phone, idNumber, name, limit: { granted: fen(50_000_00n) } })
    const looks = await database.query<{ act: string }>(
      `SELECT act FROM staff_log WHERE customer_no = $1 ORDER BY log_no`,
      [customer],
    )
    expect(looks.map(({ act }) => act)).toEqual([
      ...searches.map(() => 'find-customer'),
      'look-at-customer',
      'unmask-customer',
    ])
  })
})

describe('an account', { timeout: 60_000 }, () => {
  it('has its document sent again, to the address its owner used last only', async () => {
    const { client, customer } = await newBorrower(product)
    const requestNo = 'support-00000001'
    const { certificates } = await client.api.settlement.apply({ requestNo, kind: 'statement' })
    const documentNo = certificates[0]?.certificateNo ?? ''
    const send = () => alone('send-document', { customer, documentNo })
    await expect(send()).rejects.toMatchObject({ refusal: { kind: 'mail-address-unknown' } })
    const email = 'owner@example.com'
    await client.api.settlement.apply({ requestNo: 'support-00000002', kind: 'statement', email })
    expect((await send()).lines).toEqual([
      expect.stringMatching(/^发送《信贷账户证明》.*o.*@example\.com$/),
    ])
    const mails = await product.services.database.query<{ kind: string }>(
      `SELECT kind FROM outbox_mails WHERE customer_no = $1`,
      [customer],
    )
    expect(mails).toEqual([{ kind: 'certificates' }, { kind: 'certificates' }])
  })

  it('accepts its password again after its locks were removed by two people', async () => {
    const { customer, phone } = await newBorrower(product)
    const signIn = () =>
      product
        .client()
        .api.onboarding.signIn({ by: 'password', mobile: phone, password: 'Wrong_1234' })
    for (let tries = 0; tries < 30; tries += 1) await signIn().catch(() => undefined)
    const { database, vault } = product.services
    const tries = () =>
      database.query<{ failures: number }>(
        `SELECT failures FROM password_attempts WHERE account_index = $1 AND failures > 0`,
        [vault.index('phone', phone)],
      )
    expect(await tries()).not.toEqual([])
    await together('unlock-password', { customer })
    expect(await tries()).toEqual([])
  })

  it('is erased at its owner’s request when its retention is over, and not before', async () => {
    const { customer } = await newApplicant(product)
    const { database } = product.services
    await endSessions(database, customer)
    const erase = () =>
      propose(deps(), agent, { kind: 'erase-customer', parameters: { customer }, reason })
    await expect(erase()).rejects.toMatchObject({ refusal: { kind: 'data-retained' } })
    await database.query(
      `UPDATE customers SET registered_at = registered_at - interval '11 years' WHERE customer_no = $1`,
      [customer],
    )
    await database.query(
      `UPDATE last_visits SET visited_on = visited_on - 4100 WHERE customer_no = $1`,
      [customer],
    )
    const { proposalNo } = await erase()
    expect(await approve(deps(), reviewer, { proposalNo })).toMatchObject({ state: 'done' })
    const left = await database.query(`SELECT FROM customers WHERE customer_no = $1`, [customer])
    expect(left).toEqual([])
  })
})

it('a session that was opened before a block does not come back with another phone', async () => {
  const borrower = await newBorrower(product)
  const second = await onAnotherPhone(product, borrower)
  await alone('block-customer', { customer: borrower.customer, reason: 'stolen-phone' })
  for (const { client } of [borrower, second]) {
    await expectRefusal(client.api.credit.limit({}), { kind: 'not-signed-in' })
  }
})
