import { setTimeout as sleep } from 'node:timers/promises'
import { parseCompactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Step } from '@qingzhou/domain/credit/steps'
import { Refused } from '@qingzhou/server/platform/refused.ts'
import { agreementsAsked, type Applicant } from './applicant.ts'
import { basicInfo, companyInfo } from './answers.ts'

const BANK_PATIENCE_TIMES = 20
const BANK_PATIENCE_MS = 500

/** What a person does at each step of an application. At the others there is nothing to do but wait. */
export const deeds: Partial<Record<Step, (applicant: Applicant) => Promise<void>>> = {
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

async function showIdCard({ person, caller, calls, outside }: Applicant): Promise<void> {
  const { identity } = calls
  const read = async (side: 'front' | 'back') => {
    const image = await outside.picture(person.key, `id-card-${side}`)
    const reading = await identity.readIdCard({ side, image }, caller)
    if (reading.outcome !== 'read') throw stuck('身份证照片没有读出来')
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

async function showFace({ person, caller, calls, outside }: Applicant): Promise<void> {
  const { identity } = calls
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' }, caller)
  const { faceToken, actions } = await identity.faceChallenge({ faceSessionNo }, caller)
  const frame = async <Action extends string>(action: Action, posture: string) => ({
    action,
    image: await outside.picture(person.key, `face-${posture}`),
  })
  const frames = [
    await frame('front' as const, 'rest'),
    ...(await Promise.all(actions.map((action) => frame(action, action)))),
  ]
  const { outcome } = await identity.faceResult({ faceSessionNo, faceToken, frames }, caller)
  if (outcome !== 'passed') throw stuck('人脸核验没有通过')
}

async function bindFirstCard({ person, caller, calls, outside }: Applicant): Promise<void> {
  const cardNo = person.cards[0]?.number ?? ''
  const { bindingNo } = await calls.cards.sendBindingCode({ cardNo, mobile: person.phone }, caller)
  const dynamicCode = await outside.newestCode(person.phone)
  let binding = await calls.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode }, caller)
  for (let time = 0; binding.state === 'processing' && time < BANK_PATIENCE_TIMES; time += 1) {
    await sleep(BANK_PATIENCE_MS)
    binding = await calls.cards.bind({ bindingNo }, caller)
  }
  if (binding.state === 'declined') throw stuck(`银行没有绑卡：${binding.reason}`)
}

function dayOf(digits: string): LocalDate {
  const parsed = parseCompactDate(digits)
  if (!parsed.ok) throw stuck('身份证有效期没有读出来')
  return parsed.value
}

function stuck(message: string): Refused {
  return new Refused({ kind: 'field-invalid', message })
}
