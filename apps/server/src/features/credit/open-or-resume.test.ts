import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { cancelLimit, findLimit } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import {
  newApplicant,
  onAnotherPhone,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { expectRefusal, setFault } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { invite } from './invitation-store.ts'
import { agreedTexts, atConfirmation, newSubmittedApplicant, terminal } from './testing/applying.ts'

const product = startProductForFile()
beforeEach(async () => {
  await setFault(product, { provider: 'bureau', settleMs: 0, silent: true })
})

async function newDecidedApplicant(key?: string): Promise<Applicant> {
  const applicant = await newSubmittedApplicant(product, key)
  await product.runTasks()
  return applicant
}

async function stepOf({ client }: Applicant): Promise<string> {
  return (await client.api.credit.currentStep({})).step
}

describe('opening an application', { timeout: 60_000 }, () => {
  it('[7.057] opens one, and resumes it afterwards', async () => {
    const { client } = await newApplicant(product)
    const { applyNo } = await client.api.credit.open(terminal)
    expect(applyNo).toMatch(/^A\d{18}$/)
    expect(await client.api.credit.open(terminal)).toEqual({ applyNo })
  })

  it('opens one, however many calls are concurrent', async () => {
    const { client, customer } = await newApplicant(product)
    const opened = await Promise.all(
      Array.from({ length: 10 }, () => client.api.credit.open(terminal)),
    )
    expect(new Set(opened.map(({ applyNo }) => applyNo)).size).toBe(1)
    const rows = await product.services.database.query(
      `SELECT application_no FROM credit_applications WHERE customer_no = $1`,
      [customer],
    )
    expect(rows).toHaveLength(1)
  })

  it('resumes at the current step, also in the payment app', async () => {
    const applicant = await atConfirmation(product)
    applicant.client.common['channel'] = '000000000003'
    await applicant.client.api.credit.open(terminal)
    expect(await stepOf(applicant)).toBe('confirmApplication')
    const { steps } = await applicant.client.api.credit.progress({})
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'identity done',
      'faceByChannel done',
      'bindCardForCredit done',
      'basicInfo done',
      'companyInfo done',
      'confirmApplication now',
    ])
  })

  it('[7.024] lists every step as still to do for a new customer', async () => {
    const { client } = await newApplicant(product)
    const { steps } = await client.api.credit.progress({})
    expect(steps.map(({ state }) => state)).toEqual(['now', 'todo', 'todo', 'todo', 'todo', 'todo'])
  })

  it('stores the device of the submission, not of a later call', async () => {
    const { client, customer } = await newSubmittedApplicant(product)
    const { database } = product.services
    const devices = () =>
      database.query(`SELECT devices_sealed FROM credit_applications WHERE customer_no = $1`, [
        customer,
      ])
    const before = await devices()
    await client.api.credit.open({ ...terminal, deviceKeys: { first: 'another' } })
    expect(await devices()).toEqual(before)
    await product.runTasks()
  })

  it('stores the device data encrypted', async () => {
    const { client, customer } = await newApplicant(product)
    Object.assign(client.common, { ptm_sub_channel: 'summer-7' })
    const environmentInfo = { userAgentCust: 'planted-agent', latiTude: '30.2741' }
    await client.api.credit.open({ ...terminal, environmentInfo })
    const [row] = await product.services.database.query<{
      application_no: string
      terminal_sealed: Buffer
    }>(`SELECT application_no, terminal_sealed FROM credit_applications WHERE customer_no = $1`, [
      customer,
    ])
    const opened = product.services.vault.open(
      row?.terminal_sealed ?? Buffer.alloc(0),
      placeIn('credit_applications', customer, row?.application_no ?? '')('terminal_sealed'),
    )
    expect(JSON.parse(opened)).toMatchObject({
      environmentInfo,
      cameBy: {
        channel: '000000000004',
        linkChannel: '000000000004',
        subChannel: 'summer-7',
      },
    })
  })
})

describe('submitting an application', { timeout: 60_000 }, () => {
  it('[7.005] is refused from a page that was left open on another application', async () => {
    const applicant = await atConfirmation(product)
    const { client } = applicant
    const { applyNo } = await client.api.credit.open(terminal)
    client.common['applyNo'] = 'A000000000000000001'
    await expectRefusal(handIn(applicant), { kind: 'step-not-reached' })
    expect(await client.api.credit.open(terminal)).toEqual({ applyNo })
    client.common['applyNo'] = applyNo
    await handIn(applicant)
    expect(await stepOf(applicant)).toBe('underReview')
    await product.runTasks()
  })
})

async function inviteApplicant({ phone }: Applicant, days = 10): Promise<void> {
  const { database, today } = product.services
  const lastDay = addDays(today(), days)
  const offer = { phone, amount: fen(30_000_00n), grade: 'B', lastDay } as const
  await invite(database, product.services, offer)
}

async function handIn({ client }: Applicant): Promise<void> {
  await client.api.credit.submit({ agreed: await agreedTexts(client) })
}

describe('an invitation', { timeout: 60_000 }, () => {
  it('grants the limit at submission to an invited customer who came by its link', async () => {
    const applicant = await atConfirmation(product)
    await inviteApplicant(applicant)
    await applicant.client.api.credit.open({ ...terminal, flowBranch: '1' })
    await Promise.all([handIn(applicant), handIn(applicant), handIn(applicant)])
    expect(await stepOf(applicant)).toBe('limit')
    const limit = await findLimit(product.services.database, applicant.customer)
    expect(limit).toMatchObject({ granted: 30_000_00n, grade: 'B', annualRatePpm: 108_000n })
  })

  it('is not implied by the link alone', async () => {
    const applicant = await atConfirmation(product)
    await applicant.client.api.credit.open({ ...terminal, flowBranch: '1' })
    await handIn(applicant)
    expect(await stepOf(applicant)).toBe('underReview')
    await product.runTasks()
  })

  it('leads to the normal review if it has expired since then', async () => {
    const applicant = await atConfirmation(product)
    await inviteApplicant(applicant, 0)
    await applicant.client.api.credit.open({ ...terminal, flowBranch: '1' })
    await product.services.database.query(`UPDATE invitations SET valid_until = $1`, [
      addDays(product.services.today(), -1),
    ])
    await handIn(applicant)
    expect(await stepOf(applicant)).toBe('underReview')
    await product.runTasks()
  })
})

describe('a second application', { timeout: 60_000 }, () => {
  it('is accepted after a decline from the announced day on', async () => {
    const applicant = await newDecidedApplicant('wallet-customer')
    const { credit } = applicant.client.api
    const opensOn = addDays(product.services.today(), 90)
    await expectRefusal(credit.open(terminal), { kind: 'retry-later', opensOn })
    product.advance(89 * 86_400)
    const again = await onNextVisit(applicant)
    await expectRefusal(again.client.api.credit.open(terminal), { kind: 'retry-later', opensOn })
    product.advance(86_400)
    const later = await onNextVisit(applicant)
    expect(await stepOf(later)).toBe('notGranted')
    await later.client.api.credit.open(terminal)
    expect(await stepOf(later)).toBe('identity')
  })

  it('is accepted after a refusal, which is then no longer shown', async () => {
    const applicant = await newDecidedApplicant('enforced')
    const { credit } = applicant.client.api
    await expect(credit.currentStep({})).rejects.toMatchObject({ answer: { code: 'RMSERR001' } })
    product.advance(366 * 86_400)
    const later = await onNextVisit(applicant)
    expect(await stepOf(later)).toBe('notGranted')
    await later.client.api.credit.open(terminal)
    expect(await stepOf(later)).toBe('identity')
  })

  it('is not opened while there is a limit', async () => {
    const applicant = await newDecidedApplicant()
    await applicant.client.api.credit.open(terminal)
    expect(await stepOf(applicant)).toBe('limit')
  })

  it('is accepted once the limit is cancelled', async () => {
    const applicant = await newDecidedApplicant()
    const { customer } = applicant
    await cancelLimit(product.services, { customer, requestNo: 'end', actor: 'customer' })
    await applicant.client.api.credit.open(terminal)
    expect(await stepOf(applicant)).toBe('identity')
  })

  it('is accepted once the limit has expired and nothing is owed', async () => {
    const applicant = await newDecidedApplicant()
    const { customer, client } = applicant
    const order = { amount: fen(1_000_00n), months: 3, purpose: 'daily' } as const
    const act = { customer, requestNo: 'draw', actor: 'customer' }
    await drawLoan(product.services, act, { ...order, method: 'equal-instalments' })
    await runOut()
    expect(await client.api.credit.limit({})).toMatchObject({ state: 'expired' })
    await expectRefusal(client.api.credit.open(terminal), { kind: 'limit-in-use' })

    const other = await newDecidedApplicant()
    await runOut()
    await other.client.api.credit.open(terminal)
    expect(await stepOf(other)).toBe('identity')
  })
})

/** Lets every limit expire yesterday. */
async function runOut(): Promise<void> {
  const day = addDays(await product.services.businessDate(), -1)
  await product.services.database.query(`UPDATE limits SET valid_until = $1`, [day])
}

/** Signs in again, as the session has expired months later. */
function onNextVisit(applicant: Applicant): Promise<Applicant> {
  return onAnotherPhone(product, applicant)
}
