import { parseCompactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { testPeople, type TestPerson } from '@qingzhou/provider-api/test-people'
import { pictureFor } from '#features/identity/testing/applicant.ts'
import { latestCode, signInWith } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'
import { agreedTexts, basic, company, openApplication } from './applying.ts'

export type ApplicantPerson = { readonly client: Client; readonly person: TestPerson }

/** Signs in as a test person and opens an application. */
export async function startApplication(
  product: TestProduct,
  key: string,
): Promise<ApplicantPerson> {
  const person = testPeople.find((one) => one.key === key)
  if (!person) throw new Error(`test person ${key} not found`)
  const client = product.client()
  await signInWith(product, client, person.phone)
  await openApplication(client)
  return { client, person }
}

/** Photographs both sides of the card and saves the recognised fields. */
export async function showIdCard(
  product: TestProduct,
  { client, person }: ApplicantPerson,
): Promise<void> {
  const { identity } = client.api
  const read = async (side: 'front' | 'back') => {
    const image = await pictureFor(product, person.key, `id-card-${side}`)
    const answer = await identity.readIdCard({ side, image })
    if (answer.outcome !== 'read') throw new Error(`id card ${side}: ${answer.outcome}`)
    return answer
  }
  const { ocrFrontData: front } = await read('front')
  const { ocrBackData: back } = await read('back')
  const until = back?.expireDate ?? ''
  await identity.saveIdCard({
    name: front?.name ?? '',
    no: front?.no ?? '',
    nation: front?.nation ?? '',
    address: front?.address ?? '',
    issueAgency: back?.issueAgency ?? '',
    issueDate: dayOf(back?.issueDate ?? ''),
    expireDate: until === '长期' ? until : dayOf(until),
  })
}

function dayOf(digits: string): LocalDate {
  const parsed = parseCompactDate(digits)
  if (!parsed.ok) throw new Error(`${digits} is not a compact date`)
  return parsed.value
}

/** Performs the requested actions in front of the camera. */
export async function showFace(
  product: TestProduct,
  { client, person }: ApplicantPerson,
): Promise<string> {
  const { identity } = client.api
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
  const { faceToken, actions } = await identity.faceChallenge({ faceSessionNo })
  const rest = await pictureFor(product, person.key, 'face-rest')
  const performed = await Promise.all(
    actions.map(async (action) => ({
      action,
      image: await pictureFor(product, person.key, `face-${action}`),
    })),
  )
  const frames = [{ action: 'front' as const, image: rest }, ...performed]
  return (await identity.faceResult({ faceSessionNo, faceToken, frames })).outcome
}

/** Enters a card and the code its bank sends. The bank then decides whether it is bound. */
export async function askToBindCard(
  product: TestProduct,
  { client, person }: ApplicantPerson,
): Promise<string> {
  const [card] = person.cards
  const { bindingNo } = await client.api.cards.sendBindingCode({
    cardNo: card?.number ?? '',
    mobile: person.phone,
  })
  const dynamicCode = await latestCode(product, person.phone)
  await client.api.cards.bind({ bindingNo, agreed: ['card-binding'], dynamicCode })
  return bindingNo
}

/** Fills in both forms, consents to all agreements, and submits. */
export async function fillInAndSubmit({ client }: ApplicantPerson): Promise<void> {
  const { profile, credit } = client.api
  await profile.save({ part: 'basic', ...basic })
  await profile.save({ part: 'company', ...company })
  await credit.submit({ agreed: await agreedTexts(client) })
}
