import type { ApplicationEvent } from '@qingzhou/domain/credit/application'
import type { BasicInfo, CompanyInfo } from '@qingzhou/contract/features/profile'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { moveApplication } from '#features/applications/index.ts'
import {
  cardWith,
  newIdentifiedApplicant,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

export const basic: BasicInfo = {
  marriage: '02',
  education: '05',
  district: '330106',
  address: '文三路 900 号 2 幢 601 室',
  email: 'qinghe@example.com',
  contacts: [
    { name: '苏晚', relation: '02', mobile: '13611110001' },
    { name: '林照', relation: '06', mobile: '13611110002' },
  ],
}

export const company: CompanyInfo = {
  companyName: '云泽市远帆软件有限公司',
  industry: '09',
  position: '04',
  income: '05',
  district: '330106',
  address: '教工路 18 号',
  phone: '0571-88001234',
}

export const terminal = {
  terminalInfo: {
    appName: '轻舟',
    appType: 'h5',
    appVersion: '1.0.0',
    lang: 'CN',
    systemVersion: 'iOS 19',
    terminalType: 'h5',
  },
  environmentInfo: { userAgentCust: 'test' },
} as const

/** Opens an application as the app does: the device vendors are called in the same session. */
export async function openApplication(client: Client): Promise<{ applyNo: string }> {
  await client.api.onboarding.deviceKeys(fingerprint)
  return client.api.credit.open(terminal)
}

export const fingerprint = {
  firstDeviceId: 'first-id',
  secondBlackBox: 'black-box',
  channel: '000000000004',
} as const

/** Applies events of other features directly, without waiting for them. */
export async function happens(
  { services }: TestProduct,
  { customer }: Pick<Applicant, 'customer'>,
  ...types: ('face-passed' | 'card-bound')[]
): Promise<void> {
  for (const type of types) {
    const event: ApplicationEvent = { type }
    await services.database.inTransaction((tx) => moveApplication(tx, services, customer, event))
  }
}

/** An applicant at the first form, as a named test person or a new one. */
export async function atBasicInfo(
  product: TestProduct,
  key?: string,
  open: (client: Client) => Promise<unknown> = openApplication,
): Promise<Applicant> {
  const person = testPeople.find((one) => one.key === key)
  const card = person && cardWith({ name: person.name, no: person.idNumber })
  const applicant = await newIdentifiedApplicant(product, card && { card })
  await open(applicant.client)
  await happens(product, applicant, 'face-passed', 'card-bound')
  return applicant
}

export async function atConfirmation(
  ...applying: Parameters<typeof atBasicInfo>
): Promise<Applicant> {
  const applicant = await atBasicInfo(...applying)
  const { profile } = applicant.client.api
  await profile.save({ part: 'basic', ...basic })
  await profile.save({ part: 'company', ...company })
  return applicant
}

export async function newSubmittedApplicant(
  ...applying: Parameters<typeof atBasicInfo>
): Promise<Applicant> {
  const applicant = await atConfirmation(...applying)
  await applicant.client.api.credit.submit({ agreed: await agreedTexts(applicant.client) })
  return applicant
}

/** Consent to every agreement of an application. */
export async function agreedTexts(client: Client): Promise<{ code: string; version: string }[]> {
  const { agreements } = await client.api.agreements.toConfirm({
    prodSubNo: '103001',
    channelCode: '000000000004',
    eventType: '0101',
    hasFund: false,
  })
  return agreements.map(({ code, version }) => ({ code, version }))
}
