import { assert } from '@qingzhou/domain/assert'
import type { Applicant, CreditReport, Occupation } from '@qingzhou/domain/credit/applicant'
import type { Money } from '@qingzhou/domain/money/money'
import { fen } from '@qingzhou/domain/money/money'
import { ageOn, birthDateOf } from '@qingzhou/domain/people/id-number'
import { getPerson } from '#features/identity/index.ts'
import { findProfile } from '#features/profile/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { Bureau } from '@qingzhou/providers/bureau/port'
import type { DeviceVendor, DeviceVendors } from '@qingzhou/providers/device/port'
import { faultIn, ProviderRefused } from '@qingzhou/platform/provider-fault'
import {
  findDevices,
  upsertBureauOrder,
  saveReport,
  markOrderedAtBureau,
} from './invitation-store.ts'
import type { Devices } from './invitation-store.ts'

type Profile = Awaited<ReturnType<typeof findProfile>>

/** The applicant's education, occupation and income in the terms of the policy. */
function backgroundOf({
  basic,
  company,
}: Profile): Pick<Applicant, 'education' | 'occupation' | 'monthlyIncome'> {
  assert(
    basic !== undefined && company !== undefined,
    'an application is submitted with both forms saved',
  )
  return {
    education: educations[basic.education] ?? 'basic',
    occupation: occupations[company.position] ?? 'other',
    monthlyIncome: incomes[company.income] ?? fen(0n),
  }
}

/** By the codes of the pickers, whose meaning never changes. */
const educations: Readonly<Record<string, Applicant['education']>> = {
  '01': 'basic',
  '02': 'secondary',
  '03': 'secondary',
  '04': 'college',
  '05': 'university',
  '06': 'postgraduate',
  '07': 'postgraduate',
}

const occupations: Readonly<Record<string, Occupation>> = {
  '01': 'management',
  '02': 'management',
  '03': 'employee',
  '04': 'professional',
  '05': 'employee',
  '06': 'employee',
  '07': 'employee',
  '08': 'public',
  '09': 'self-employed',
  '10': 'freelance',
  '11': 'retired',
  '12': 'other',
  '13': 'student',
}

/** The lower end of each income range. */
const incomes: Readonly<Record<string, Money>> = {
  '01': fen(1_500_00n),
  '02': fen(3_000_00n),
  '03': fen(5_000_00n),
  '04': fen(8_000_00n),
  '05': fen(10_000_00n),
  '06': fen(15_000_00n),
  '07': fen(20_000_00n),
  '08': fen(30_000_00n),
}

type ApplicationKey = { readonly customer: CustomerNo; readonly applyNo: string }
type Person = { readonly name: string; readonly idNumber: string }

/**
 * All inputs of a decision; undefined while a provider has not answered, so that it is retried
 * later. A missing answer never counts against the applicant.
 */
export async function collectApplicantInputs(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log' | 'today'>,
  of: ApplicationKey,
): Promise<Applicant | undefined> {
  const { database } = services
  const person = await getPerson(database, services, of.customer)
  const { bureau: asked, deviceVendors } = services.providers
  const bureau = asked && (await reportOn({ ...services, bureau: asked }, of, person))
  if (asked && !bureau) return undefined
  const devices = deviceVendors && (await risksOf({ ...services, deviceVendors }, of, person))
  if (deviceVendors && !devices) return undefined

  const profile = await findProfile(database, services, of.customer)
  const age = ageOn(services.today(), { birthDate: birthDateOf(person.idNumber) })
  return { age, ...backgroundOf(profile), bureau, devices }
}

/** The bureau report: ordered once, then polled until it is ready. */
async function reportOn(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'log'> & { readonly bureau: Bureau },
  of: ApplicationKey,
  person: Person,
): Promise<CreditReport | undefined> {
  const { database, log } = services
  const requestNo = `bureau-${of.applyNo}`
  const order = await database.inTransaction((tx) =>
    upsertBureauOrder(tx, services, { ...of, requestNo }),
  )
  if (order.report) return order.report
  try {
    const answer = await ask(services.bureau, { ...order, ...person, authorisationNo: of.applyNo })
    await markOrderedAtBureau(database, services, of)
    if (answer.state !== 'ready') return undefined
    await saveReport(database, services, { ...of, report: answer.report })
    return answer.report
  } catch (cause) {
    log.warn('bureau.no-report', { reason: faultIn(cause) })
    return undefined
  }
}

type BureauOrder = Person & {
  readonly requestNo: string
  readonly isOrdered: boolean
  readonly authorisationNo: string
}

/** Sends an order again under the same number if the bureau does not know it. */
async function ask(bureau: Bureau, { isOrdered, ...order }: BureauOrder) {
  const { requestNo, name, idNumber, authorisationNo } = order
  const answer = isOrdered ? await bureau.report(requestNo) : undefined
  if (answer && answer.state !== 'unknown') return answer
  return bureau.order({ requestNo, name, idNumber, authorisationNo })
}

/**
 * The risk assessments of both device vendors. A vendor that did not answer is left out; without
 * any answer the result is undefined. A vendor that never received a fingerprint, or refused it, is `withheld`,
 * which is different from no answer.
 */
async function risksOf(
  services: Pick<Services, 'database' | 'vault' | 'log'> & {
    readonly deviceVendors: DeviceVendors
  },
  of: ApplicationKey,
  { idNumber }: Person,
): Promise<Applicant['devices']> {
  const { first, second } = await findDevices(services.database, services, of)
  const { deviceVendors: vendors } = services
  const [one, two] = await Promise.all([
    riskOf(services, { vendor: vendors.first, answer: first, idNumber }),
    riskOf(services, { vendor: vendors.second, answer: second, idNumber }),
  ])
  // A vendor that did not answer may answer later.
  if (one === NO_ANSWER && two === NO_ANSWER) return undefined
  return { first: one === NO_ANSWER ? undefined : one, second: two === NO_ANSWER ? undefined : two }
}

/** A vendor that did not answer, as opposed to one that never received a fingerprint. */
const NO_ANSWER = 'silent'

async function riskOf(
  { log }: Pick<Services, 'log'>,
  request: {
    readonly vendor: DeviceVendor
    readonly answer: Devices['first']
    readonly idNumber: string
  },
): Promise<number | 'withheld' | typeof NO_ANSWER> {
  const { vendor, answer, idNumber } = request
  if (answer === undefined) return 'withheld'
  try {
    const deviceKey = 'key' in answer ? answer.key : await vendor.keyOf(answer.unanswered)
    return await vendor.riskOf({ deviceKey, idNumber })
  } catch (cause) {
    log.warn('device.no-risk', { reason: faultIn(cause) })
    // What the vendor refuses is no fingerprint: the phone has withheld its own.
    return cause instanceof ProviderRefused ? 'withheld' : NO_ANSWER
  }
}
