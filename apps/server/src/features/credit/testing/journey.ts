import { parseCompactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { testPeople, type TestPerson } from '@qingzhou/provider-api/test-people'
import { pictureFor } from '#features/identity/testing/applicant.ts'
import { latestCode, signInWith } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'
import { agreedTexts, basic, company, openedBy } from './applying.ts'

export type Traveller = { readonly client: Client; readonly person: TestPerson }

/** Signs in as a test person and opens an application. */
export async function setOut(product: TestProduct, key: string): Promise<Traveller> {
  const person = testPeople.find((one) => one.key === key)
  if (!person) throw new Error(`nobody is called ${key}`)
  const client = product.client()
  await signInWith(product, client, person.phone)
  await openedBy(client)
  return { client, person }
}

/** Photographs both sides of the card, has them read, and saves what was read. */
export async function showIdCard(
  product: TestProduct,
  { client, person }: Traveller,
): Promise<void> {
  const { identity } = client.api
  const read = async (side: 'front' | 'back') => {
    const image = await pictureFor(product, person.key, `id-card-${side}`)
    const answer = await identity.readIdCard({ side, image })
    if (answer.outcome !== 'read') throw new Error(`the ${side} is ${answer.outcome}`)
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
  if (!parsed.ok) throw new Error(`${digits} is no day`)
  return parsed.value
}

/** Looks into the camera and does what is asked. */
export async function showFace(
  product: TestProduct,
  { client, person }: Traveller,
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

/** Types a card, and the code its bank sends. Whether it is bound is the bank's to say. */
export async function askToBindCard(
  product: TestProduct,
  { client, person }: Traveller,
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

/** Fills in both forms, ticks all that is to be agreed to, and hands in. */
export async function fillInAndSubmit({ client }: Traveller): Promise<void> {
  const { profile, credit } = client.api
  await profile.save({ part: 'basic', ...basic })
  await profile.save({ part: 'company', ...company })
  await credit.submit({ agreed: await agreedTexts(client) })
}
