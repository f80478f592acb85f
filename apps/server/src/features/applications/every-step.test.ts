import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, compactDate } from '@qingzhou/domain/calendar/local-date'
import { faceStepIn, mayEnter, type Application } from '@qingzhou/domain/credit/application'
import { steps, type Step } from '@qingzhou/domain/credit/steps'
import { calls, type Call } from '@qingzhou/contract/calls'
import { basic, company, happens, terminal } from '#features/credit/testing/applying.ts'
import {
  cardWith,
  newIdentifiedApplicant,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { startProductForFile } from '#testing/product.ts'

/**
 * Where a call is accepted: at one step, at several, or anywhere. Calls that finish something begun
 * at its step are accepted anywhere too, as without a beginning there is nothing to finish.
 */
type Where = 'anywhere' | 'finishes' | 'withValidCard' | Place | readonly Place[]
/** After submission, a customer may submit a new identity card at any step. */
type Place = Step | 'face' | 'handedIn'

const card = cardWith()
const idCard = {
  ...card,
  issueDate: compactDate(card.issueDate),
  expireDate: '20360320',
}
const open = { ...terminal, deviceKeys: { bqsDeviceKey: 'one', tdDeviceKey: 'two' } }

/**
 * Every call of the four features, with its input and where it is accepted. A new call needs a row.
 */
// A table: one call per line.
// oxfmt-ignore
const expectations: Record<string, [fields: (made: FaceSession) => object, where: Where]> = {
  'identity.readIdCard':        [() => ({ side: 'front', image: 'AAAA' }), ['identity', 'handedIn']],
  'identity.readsLeft':         [() => ({}), 'anywhere'],
  'identity.saveIdCard':        [() => idCard, 'identity'],
  'identity.verifyIdNumber':    [() => ({ name: card.name, no: card.no }), 'anywhere'],
  'identity.matchCustomer':     [() => ({ name: card.name, no: card.no }), 'anywhere'],
  'identity.idCardExpiry':      [() => ({}), 'anywhere'],
  'identity.checkModes':        [() => ({ hasCamera: true }), 'anywhere'],
  'identity.openFaceSession':   [() => ({ purpose: 'credit' }), 'face'],
  'identity.faceChallenge':     [({ faceSessionNo }) => ({ faceSessionNo }), 'face'],
  'identity.faceStartParams':   [({ faceSessionNo }) => ({ faceSessionNo }), 'face'],
  'identity.faceResult':        [({ faceSessionNo }) => ({ faceSessionNo, faceToken: 'x', frames: [{ action: 'front', image: 'AAAA' }] }), 'finishes'],
  'identity.person':            [() => ({}), 'anywhere'],
  'cards.supportedBanks':       [() => ({}), 'anywhere'],
  'cards.bankOfNumber':         [() => ({ cardNo: '622202' }), 'anywhere'],
  'cards.readNumber':           [() => ({ image: 'AAAA' }), ['bindCardForCredit', 'bindCard']],
  'cards.sendBindingCode':      [() => ({ cardNo: '6222029900000000010', mobile: '13900000001' }), ['bindCardForCredit', 'bindCard']],
  'cards.bind':                 [() => ({ bindingNo: 'never-begun', dynamicCode: '12345' }), 'finishes'],
  'cards.hasDebitAgreement':    [() => ({ cardId: 'none' }), 'anywhere'],
  'cards.startDebitAgreement':  [() => ({ cardId: 'none' }), 'anywhere'],
  'cards.confirmDebitAgreement': [() => ({ debitNo: 'never-begun', dynamicCode: '12345', agreed: [{ code: 'payment-agreement', version: '2026.11' }] }), 'finishes'],
  'cards.endDebitAgreement':    [() => ({ cardId: 'none' }), 'anywhere'],
  'cards.walletAgreement':      [() => ({}), 'anywhere'],
  'cards.startWalletAgreement': [() => ({ amountMax: '20000.00', firstOn: '20310115' }), 'anywhere'],
  'cards.endWalletAgreement':   [() => ({}), 'anywhere'],
  'cards.chooseDefault':        [() => ({ cardId: 'none' }), 'anywhere'],
  'cards.list':                 [() => ({}), 'anywhere'],
  'profile.save basic':         [() => ({ part: 'basic', ...basic }), 'basicInfo'],
  'profile.save company':       [() => ({ part: 'company', ...company }), 'companyInfo'],
  'profile.save basicDraft':    [() => ({ part: 'basicDraft' }), 'basicInfo'],
  'profile.save companyDraft':  [() => ({ part: 'companyDraft' }), 'companyInfo'],
  'profile.read':               [() => ({ masked: 'Y' }), 'anywhere'],
  'profile.amend read':         [() => ({ act: 'read' }), 'anywhere'],
  'profile.amend change':       [() => ({ act: 'change', what: 'idCard', reason: 'renewed', ...idCard }), 'handedIn'],
  'profile.startPhoneChange':   [() => ({ mobile: '13900000002', way: 'bothPhones' }), 'withValidCard'],
  'profile.confirmPhoneChange': [() => ({ changeNo: 'never-begun', newCode: '12345' }), 'withValidCard'],
  'profile.emails':             [() => ({}), 'anywhere'],
  'credit.currentStep':         [() => ({}), 'anywhere'],
  'credit.progress':            [() => ({}), 'anywhere'],
  'credit.open':                [() => open, 'anywhere'],
  'credit.submit':              [() => ({ agreed: [{ code: 'none', version: '1' }] }), 'confirmApplication'],
  'credit.limit':               [() => ({}), 'anywhere'],
}

type FaceSession = { readonly faceSessionNo: string }

const rows: Readonly<Record<string, Readonly<Record<string, Call>>>> = calls
const featureNames = ['identity', 'cards', 'profile', 'credit'] as const

const product = startProductForFile()
let applicant: Applicant
let made: FaceSession
beforeAll(async () => {
  applicant = await newIdentifiedApplicant(product, { card })
  const { api } = applicant.client
  made = await api.identity.openFaceSession({ purpose: 'credit' })
  await happens(product, applicant, 'face-passed')
})

/** Steps of a draw and of sign-in, which an application never has. */
const outside = new Set<Step>(['signIn', 'bindCard', 'borrow', 'faceForLoan', 'loanResult'])

/** Every step of an application, in each channel, with a valid and with an expired card. */
const states = (['browser', 'payment-app'] as const).flatMap((channel) =>
  steps
    .filter((step) => !outside.has(step) && (!isFace(step) || step === faceStepIn(channel)))
    .flatMap((step) =>
      [false, true]
        .filter((isExpired) => !isExpired || step !== 'identity')
        .map((isExpired) => ({ step, channel, isExpired })),
    ),
)

describe('every call at every step of an application', { timeout: 120_000 }, () => {
  it('has a row in the table', () => {
    const named = featureNames.flatMap((feature) =>
      Object.keys(calls[feature]).map((call) => `${feature}.${call}`),
    )
    const listed = Object.keys(expectations).map((name) => name.split(' ')[0])
    expect(new Set(listed)).toEqual(new Set(named))
  })

  it.each(states)(
    'is accepted or refused as in the table: $step, $channel, expired $isExpired',
    async (state) => {
      const wrong: string[] = []
      for (const [name, [fields, where]] of Object.entries(expectations)) {
        await putAt(state)
        const { code: answered } = await callNamed(name, fields(made), state)
        const isRefused = answered === 'APPSTES400'
        if (isRefused === isTaken(where, state)) wrong.push(`${name}: ${answered}`)
      }
      expect(wrong).toEqual([])
    },
  )
})

type State = {
  readonly step: Step
  readonly channel: Application['channel']
  readonly isExpired: boolean
}

const submittedSteps = new Set<Step>(['underReview', 'notGranted', 'limit'])

function isTaken(where: Where, { step, channel, isExpired }: State): boolean {
  if (where === 'anywhere' || where === 'finishes') return true
  if (where === 'withValidCard') return !isExpired
  // After submission, the call returns the first response again.
  if (where === 'confirmApplication' && submittedSteps.has(step)) return true
  const application = { step, channel, preApproved: false, identityExpired: isExpired }
  return [where].flat().some((place) => {
    if (place === 'handedIn') return submittedSteps.has(step)
    return mayEnter(place === 'face' ? faceStepIn(channel) : place, application)
  })
}

async function putAt({ step, channel, isExpired }: State): Promise<void> {
  const { database, today } = product.services
  const { customer } = applicant
  await database.query(
    `UPDATE credit_applications SET step = $2, channel = $3, submitted_at = $4, retry_on = $5, control_message = NULL
      WHERE customer_no = $1`,
    [customer, step, channel, submittedSteps.has(step) ? new Date() : null, addDays(today(), 9)],
  )
  const lastDay = addDays(today(), isExpired ? -1 : 900)
  await database.query(`UPDATE id_cards SET expires_on = $2 WHERE customer_no = $1`, [
    customer,
    lastDay,
  ])
}

async function callNamed(name: string, fields: object, { channel }: State) {
  const { client } = applicant
  client.common['channel'] = channel === 'browser' ? '000000000004' : '000000000003'
  const [feature = '', call = ''] = (name.split(' ')[0] ?? '').split('.')
  const row = rows[feature]?.[call]
  if (!row) throw new Error(`call ${name} not found`)
  return client.send(row, { ...fields }, { form: 'key' })
}

function isFace(step: Step): boolean {
  return step === 'faceInPage' || step === 'faceByChannel'
}
