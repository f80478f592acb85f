import { newApplicant, type Applicant } from '#features/identity/testing/applicant.ts'
import { latestCode, newPhone } from '#features/onboarding/testing/visitor.ts'
import type { TestProduct } from '#testing/product.ts'

/** Somebody with a phone, and another one in hand that they change to. */
export type Mover = Applicant & { readonly newPhone: string }

export async function newMover(product: TestProduct): Promise<Mover> {
  return { ...(await newApplicant(product)), newPhone: newPhone() }
}

export function start(
  mover: Mover,
  more: { readonly way?: 'bothPhones' | 'identity'; readonly changeNo?: string } = {},
) {
  const { way = 'bothPhones', ...rest } = more
  return mover.client.api.profile.startPhoneChange({ mobile: mover.newPhone, way, ...rest })
}

/** Begun, with the codes that came to both phones. */
export async function begun(product: TestProduct, mover: Mover) {
  const { changeNo } = await start(mover)
  return {
    changeNo,
    newCode: await latestCode(product, mover.newPhone),
    oldCode: await latestCode(product, mover.phone),
  }
}

/** The whole change, as it is mostly done. */
export async function changePhone(product: TestProduct, mover: Mover): Promise<void> {
  await mover.client.api.profile.confirmPhoneChange(await begun(product, mover))
}
