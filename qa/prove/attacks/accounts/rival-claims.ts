import {
  cardWith,
  newIdNumber,
  photograph,
  type Card,
} from '@qingzhou/server/features/identity/testing/applicant.ts'
import { pass } from '@qingzhou/server/features/identity/face/settle-channel-face.ts'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { isRefused, outcomeOf, type Attack, type Target } from '#prove/attacks/attack.ts'

type Claimant = { readonly client: Client; readonly customer: CustomerNo }

const RIVALS = 3

/** Who knows an identity number and claims it with one new account after the other must not keep it from its holder. */
export const rivalClaims: Attack = {
  name: 'identity number kept from its holder',
  async run(target) {
    // Production takes this region for an abolished one.
    const card = cardWith({ no: newIdNumber({ region: '113999' }) })
    const rivals: Claimant[] = []
    for (let count = 0; count < RIVALS; count += 1) rivals.push(await claimant(target, card))
    const [squatter] = rivals
    if (!squatter) throw new Error('there is no rival')
    // One has passed a face check with another number before.
    const own = cardWith({ no: newIdNumber({ region: '113999' }) })
    await photographCard(target, squatter, own)
    await squatter.client.api.identity.saveIdCard(own)
    await passFace(target, squatter)
    for (const rival of rivals) await isRefused(() => claim(target, rival, card))

    const holder = await newClaimant(target)
    const isOut = await isRefused(() => claim(target, holder, card))
    if (!isOut) await passFace(target, holder)
    const others = []
    for (const rival of rivals) {
      const changed = { ...card, address: '云泽市别处' }
      others.push({
        what: 'a rival has the number after the holder’s face check',
        isRefused: isOut || (await isRefused(() => claim(target, rival, changed))),
      })
    }
    return outcomeOf([{ what: 'the holder cannot claim the number', isRefused: !isOut }, ...others])
  },
}

async function newClaimant(target: Target): Promise<Claimant> {
  const { client } = await target.signedIn()
  const { customerNo: number } = await client.api.onboarding.currentUser({})
  return { client, customer: customerNo(number) }
}

async function claimant(target: Target, card: Card): Promise<Claimant> {
  const one = await newClaimant(target)
  await isRefused(() => claim(target, one, card))
  return one
}

async function claim(target: Target, one: Claimant, card: Card): Promise<void> {
  await photographCard(target, one, card)
  await one.client.api.identity.saveIdCard(card)
}

async function photographCard({ product }: Target, one: Claimant, { no }: Card): Promise<void> {
  await photograph(product, one, { no })
}

/** The face check of an application is passed, as the vendor would report it. */
async function passFace({ product }: Target, { client, customer }: Claimant): Promise<void> {
  const { faceSessionNo } = await client.api.identity.openFaceSession({ purpose: 'credit' })
  await product.services.database.inTransaction((tx) =>
    pass(tx, product.services, { customer, faceSessionNo }),
  )
}
