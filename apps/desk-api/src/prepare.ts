import { setTimeout as sleep } from 'node:timers/promises'
import { isStep, type Step } from '@qingzhou/domain/credit/steps'
import { openTestAccount } from './seed/test-people.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '@qingzhou/server/services.ts'
import { parseCompactDate, type LocalDate, addDays } from '@qingzhou/domain/calendar/local-date'
import type { Coupon, CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import { fen } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { insertCoupon } from '@qingzhou/lending/index'
import { textField, requiredText } from './fields.ts'
import { personOf } from './people.ts'
import {
  callerFor,
  fingerprint,
  terminal,
  type Calls,
  type SandboxClient,
  agreementsAsked,
  type Applicant,
  basicInfo,
  companyInfo,
} from './applicant.ts'

type Deps = {
  readonly services: Services
  readonly calls: Calls
  readonly sandbox: SandboxClient
}

/**
 * Gives a test person coupons and completes their application for a limit, from its current step up to
 * the requested one. It uses the same calls as the app, so the result is the person's outcome.
 */
export async function prepare(
  { services, calls, sandbox }: Deps,
  input: unknown,
): Promise<{ readonly step: Step }> {
  const person = personOf(requiredText(input, 'phone'))
  const customer = await openTestAccount(services, person)
  await giveCoupons(services, customer)

  const caller = callerFor(customer)
  const currentStep = async () => (await calls.credit.currentStep({}, caller)).step
  const until = stepIn(input)
  let step = await currentStep()
  if (step === until) return { step }
  if (stepActions[step]) {
    await calls.onboarding.deviceKeys(fingerprint, caller)
    await calls.credit.open(terminal, caller)
  }
  try {
    for (let action = stepActions[step]; action; action = stepActions[step]) {
      running.set(person.phone, step)
      await action({ person, caller, calls, sandbox })
      const next = await currentStep()
      if (next === step || next === until) return { step: next }
      step = next
    }
    return { step }
  } finally {
    running.delete(person.phone)
  }
}

/** The step that is being completed, by phone. */
const running = new Map<string, Step>()

/** The step at which the preparation of a test person is; without one, none runs. */
export function preparation(input: unknown): { readonly step: Step | undefined } {
  return { step: running.get(personOf(requiredText(input, 'phone')).phone) }
}

function stepIn(input: unknown): Step | undefined {
  const wanted = textField(input, 'until')
  if (wanted === undefined) return undefined
  if (!isStep(wanted)) throw new Refused({ kind: 'field-invalid', message: '没有这一步' })
  return wanted
}

const BANK_POLLS_MAX = 50
const BANK_POLL_MS = 200

/** The actions by step of an application. The other steps need no action. */
const stepActions: Partial<Record<Step, (applicant: Applicant) => Promise<void>>> = {
  identity: showIdCard,
  faceInPage: showFace,
  bindCardForCredit: bindFirstCard,
  basicInfo: async ({ calls, caller }) => {
    await calls.profile.save({ part: 'basic', ...basicInfo }, caller)
  },
  companyInfo: async ({ calls, caller }) => {
    await calls.profile.save({ part: 'company', ...companyInfo }, caller)
  },
  confirmApplication: async ({ calls, caller }) => {
    const { agreements } = await calls.agreements.toConfirm(agreementsAsked, caller)
    const agreed = agreements.map(({ code, version }) => ({ code, version }))
    await calls.credit.submit({ agreed }, caller)
  },
}

async function showIdCard({ person, caller, calls, sandbox }: Applicant): Promise<void> {
  const { identity } = calls
  void drawAhead(person.key, sandbox)
  const read = async (side: 'front' | 'back') => {
    const image = await sandbox.picture(person.key, `id-card-${side}`)
    const reading = await identity.readIdCard({ side, image }, caller)
    if (reading.outcome !== 'read') throw invalidField('身份证照片没有读出来')
    return reading
  }
  const { ocrFrontData: front } = await read('front')
  const { ocrBackData: back } = await read('back')
  const until = back?.expireDate ?? ''
  await identity.saveIdCard(
    {
      name: person.name,
      no: person.idNumber,
      nation: front?.nation ?? '汉',
      address: front?.address ?? '',
      issueAgency: back?.issueAgency ?? '',
      issueDate: dayOf(back?.issueDate ?? ''),
      expireDate: until === '长期' ? until : dayOf(until),
    },
    caller,
  )
}

const pictures = [
  'id-card-front',
  'id-card-back',
  'face-rest',
  'face-blink',
  'face-turnLeft',
  'face-turnRight',
  'face-openMouth',
]

/** Has the sandbox draw the pictures of the next steps while it reads the first one. */
async function drawAhead(personKey: string, sandbox: SandboxClient): Promise<void> {
  // The step that needs a picture asks again and reports a failure.
  await Promise.allSettled(pictures.map((name) => sandbox.picture(personKey, name)))
}

async function showFace({ person, caller, calls, sandbox }: Applicant): Promise<void> {
  const { identity } = calls
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' }, caller)
  const { faceToken, actions } = await identity.faceChallenge({ faceSessionNo }, caller)
  const frame = async <Action extends string>(action: Action, posture: string) => ({
    action,
    image: await sandbox.picture(person.key, `face-${posture}`),
  })
  const frames = [
    await frame('front' as const, 'rest'),
    ...(await Promise.all(actions.map((action) => frame(action, action)))),
  ]
  const { outcome } = await identity.faceResult({ faceSessionNo, faceToken, frames }, caller)
  if (outcome !== 'passed') throw invalidField('人脸核验未通过')
}

async function bindFirstCard({ person, caller, calls, sandbox }: Applicant): Promise<void> {
  const cardNo = person.cards[0]?.number ?? ''
  const { bindingNo } = await calls.cards.sendBindingCode({ cardNo, mobile: person.phone }, caller)
  const dynamicCode = await sandbox.newestCode(person.phone)
  let binding = await calls.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode }, caller)
  for (let time = 0; binding.state === 'processing' && time < BANK_POLLS_MAX; time += 1) {
    await sleep(BANK_POLL_MS)
    binding = await calls.cards.bind({ bindingNo }, caller)
  }
  if (binding.state === 'declined') throw invalidField(`银行没有绑卡：${binding.reason}`)
}

function dayOf(digits: string): LocalDate {
  const parsed = parseCompactDate(digits)
  if (!parsed.ok) throw invalidField('身份证有效期没有读出来')
  return parsed.value
}

function invalidField(message: string): Refused {
  return new Refused({ kind: 'field-invalid', message })
}

const VALID_DAYS = 60

/** One of each kind. */
const benefits: Readonly<Record<string, CouponBenefit>> = {
  'desk-free-days': { kind: 'interest-free-days', days: 15 },
  'desk-share-off': { kind: 'interest-share-off', sharePpm: 200_000n },
  'desk-sum-off': { kind: 'sum-off-first-instalment', amount: fen(20_00n) },
}

/** Adds the coupons that a person does not have yet. */
async function giveCoupons(services: Services, customer: CustomerNo): Promise<void> {
  const { database } = services
  const today = await services.businessDate()
  for (const [couponNo, benefit] of Object.entries(benefits)) {
    await insertCoupon(database, { customer, couponNo, coupon: couponOf(benefit, today) })
  }
}

function couponOf(benefit: CouponBenefit, today: LocalDate): Coupon {
  return {
    benefit,
    amountMin: fen(1_000_00n),
    months: [...product.terms],
    validFrom: today,
    validUntil: addDays(today, VALID_DAYS),
    state: { kind: 'free' },
  }
}
