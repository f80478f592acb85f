import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { patient } from '#features/identity/testing/applicant.ts'
import { messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { taskHandlersOf } from '#boot/task-handlers.ts'
import { runWorkers, type Workers } from '@qingzhou/platform/tasks/run-workers'
import { startProductForFile } from '#testing/product.ts'
import { basic, company, newSubmittedApplicant } from './testing/applying.ts'
import {
  askToBindCard,
  fillInAndSubmit,
  startApplication,
  showFace,
  showIdCard,
  type ApplicantPerson,
} from './testing/journey.ts'

const product = startProductForFile(patient, [], 'now')
let workers: Workers
beforeAll(async () => {
  // Provider callbacks reach the product over HTTP, and its own workers run the tasks.
  await product.listen()
  const { services } = product
  const { database, log } = services
  workers = runWorkers({ database, count: 2, handlers: taskHandlersOf(services), log })
})
afterAll(async () => {
  await workers.stop()
})

const LOOK_EVERY_MS = 200

/** Polls the step, as the page does, until it changes. */
async function stepAfter(
  { client }: Pick<ApplicantPerson, 'client'>,
  before: string,
): Promise<string> {
  const { step } = await client.api.credit.currentStep({})
  if (step !== before) return step
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  return stepAfter({ client }, before)
}

let traveller: ApplicantPerson

describe('the way from sign-in to a limit', { timeout: 180_000 }, () => {
  it('passes every step up to the granted limit', async () => {
    traveller = await startApplication(product, 'new-phone')
    const { credit } = traveller.client.api
    expect(await credit.currentStep({})).toMatchObject({ step: 'identity' })
    await showIdCard(product, traveller)
    expect(await credit.currentStep({})).toMatchObject({ step: 'faceInPage' })
    expect(await showFace(product, traveller)).toBe('passed')
    await askToBindCard(product, traveller)
    expect(await stepAfter(traveller, 'bindCardForCredit')).toBe('basicInfo')
    await fillInAndSubmit(traveller)
    expect(await stepAfter(traveller, 'underReview')).toBe('limit')
    const limit = await credit.limit({})
    expect(limit).toMatchObject({ state: 'open', available: limit.total })
    expect(await limitMessagesTo(traveller.person.phone)).toHaveLength(1)
  })

  it('leaves no personal data in plain text in the database, the log or the files', async () => {
    const { person } = traveller
    const secrets = [
      person.name,
      person.idNumber,
      person.phone,
      person.cards[0]?.number ?? '',
      basic.email,
      basic.address,
      company.companyName,
      company.address,
      company.phone,
      ...basic.contacts.flatMap(({ name, mobile }) => [name, mobile]),
    ]
    const places = [
      ...(await tables()),
      { name: 'the log', bytes: Buffer.from(product.logged()) },
      ...(await files(product.config.dataDirectory)),
    ]
    expect(places.length).toBeGreaterThan(40)
    const found = places.flatMap(({ name, bytes }) =>
      secrets.filter((secret) => holds(bytes, secret)).map((secret) => `${secret} in ${name}`),
    )
    expect(found).toEqual([])
  })

  it('is checked by a search that finds plain text', () => {
    const row = Buffer.from(`(1,"\\\\x${Buffer.from('沈青禾').toString('hex')}")`)
    expect(holds(row, '沈青禾')).toBe(true)
    expect(holds(Buffer.from('a 沈青禾 b'), '沈青禾')).toBe(true)
    expect(holds(row, '苏晚')).toBe(false)
  })
})

/** The SMS about the limit; it is sent shortly after the decision. */
async function limitMessagesTo(phone: string): Promise<unknown[]> {
  return vi.waitFor(
    async () => {
      const messages = await messagesTo(product, phone)
      const news = messages.filter(({ text }) => text.includes('额度申请已通过'))
      expect(news).not.toEqual([])
      return news
    },
    { timeout: 10_000, interval: 100 },
  )
}

describe('the bureau', { timeout: 60_000 }, () => {
  it('may send callbacks twice and out of order: one decision is made', async () => {
    await setFault(product, { provider: 'bureau', duplicate: true, reorder: true })
    const applicant = await newSubmittedApplicant(product)
    expect(await stepAfter(applicant, 'underReview')).toBe('limit')
    await setFault(product, { provider: 'bureau', duplicate: false, reorder: false })
    expect(await limitMessagesTo(applicant.phone)).toHaveLength(1)
  })

  it('may be down and send no callback: the application waits until it is back', async () => {
    await setFault(product, { provider: 'bureau', down: true, silent: true })
    const applicant = await newSubmittedApplicant(product)
    const { credit } = applicant.client.api
    while (!product.logged().includes('bureau.no-report')) await credit.currentStep({})
    expect(await credit.currentStep({})).toMatchObject({ step: 'underReview' })
    await setFault(product, { provider: 'bureau', down: false })
    expect(await stepAfter(applicant, 'underReview')).toBe('limit')
  })
})

type Place = { readonly name: string; readonly bytes: Buffer }

/** Searches for plain text, hex (as in a bytea column) and base64. */
function holds(bytes: Buffer, secret: string): boolean {
  const plain = Buffer.from(secret)
  const forms = [plain, plain.toString('hex'), plain.toString('base64').replace(/=+$/, '')]
  return forms.some((form) => bytes.includes(form))
}

/** Every row of every table, including the task queue, as seen by the schema owner. */
async function tables(): Promise<Place[]> {
  const owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
  try {
    const names = await owner.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname = 'public'`,
    )
    const places: Place[] = []
    for (const { name } of names) {
      const rows = await owner.query<{ row: string }>(
        `SELECT kept::text AS row FROM ${name} AS kept`,
      )
      places.push({ name, bytes: Buffer.from(rows.map(({ row }) => row).join('\n')) })
    }
    return places
  } finally {
    await owner.close()
  }
}

/** Every file in the server's directory, except those of the sandbox. */
async function files(directory: string): Promise<Place[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const stored = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(directory, 'sandbox')))
  return Promise.all(stored.map(async (name) => ({ name, bytes: await readFile(name) })))
}
