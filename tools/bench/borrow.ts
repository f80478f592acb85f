import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Call } from '@qingzhou/contract/calls'
import { calls } from '@qingzhou/contract/calls'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import { cipherOfPlatform } from '@qingzhou/contract/sealing/cipher'
import { KEY_ID_HEADER, newSessionKey, sealUnderKey } from '@qingzhou/contract/sealing/sealing'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { testPeople } from '@qingzhou/provider-api/test-people'
import {
  bookDraw,
  confirmTransfer,
  openLimit,
  reserveDraw,
} from '@qingzhou/server/lending/index.ts'
import { customerNo } from '@qingzhou/server/platform/customer-no.ts'
import { percentile, timesOf } from './bills.ts'
import { connect, withLendingDatabase } from './lending-end-of-day.ts'
import { fillWithLoans } from './lending-loans.ts'
import { createTpcB, fillTpcB } from './lending-tpc-b.ts'
import type { Row } from './row.ts'
import { perSecond, ratioTo } from './row.ts'
import { withProduct } from './sealed-calls.ts'

type Fields = Readonly<Record<string, unknown>>

/** A signed-in client that sends calls under a session key, as the app does. */
type Borrower = {
  readonly customerNo: string
  readonly call: (feature: string, name: string, fields: Fields) => Promise<void>
}

/** Signs in as the test person with a password. */
async function signIn(address: string): Promise<Borrower> {
  const ask = await createAsk(address)
  const person = testPeople.find(({ account }) => account?.password !== undefined)
  const { token } = await ask(calls.onboarding.signIn, {
    by: 'password',
    mobile: person?.phone,
    password: person?.account?.password,
  })
  const session = { token: String(token) }
  const { custNo } = await ask(calls.onboarding.currentUser, session)
  return {
    customerNo: String(custNo),
    call: async (feature, name, fields) => {
      const table: Readonly<Record<string, Readonly<Record<string, Call>>>> = calls
      const call = table[feature]?.[name]
      if (!call) throw new Error(`call ${feature}.${name} does not exist`)
      await ask(call, { ...fields, ...session })
    },
  }
}

async function createAsk(address: string) {
  const cipher = await cipherOfPlatform()
  const cookies = new Map<string, string>()
  const agent = new Agent({ keepAlive: true })
  const post = (path: string, headers: Record<string, string>, body: object) =>
    postJson(new URL(path, address), { headers, body, agent, cookies })
  // The shape is defined by the contract; the benchmark does not check it again.
  const publicKey = (await post(calls.system.publicKey.path, {}, {})) as unknown as PublicKey
  const key = await newSessionKey(cipher, publicKey)

  return async ({ method, path }: Call, fields: Fields): Promise<Fields> => {
    const token = typeof fields['token'] === 'string' ? fields['token'] : undefined
    if (token !== undefined) cookies.set('token', token)
    const json = JSON.stringify({ timestamp: Date.now(), ...COMMON, ...fields })
    const sealed = await sealUnderKey(cipher, key, { json, destination: { method, path, token } })
    return post(path, { [KEY_ID_HEADER]: publicKey.keyId }, sealed)
  }
}

const COMMON = { extendChannelCode: '000000000004', deviceKey: 'device-of-a-bench' }

type Sending = {
  readonly headers: Record<string, string>
  readonly body: object
  readonly agent: Agent
  readonly cookies: Map<string, string>
}

async function postJson(url: URL, { headers, body, agent, cookies }: Sending): Promise<Fields> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const text = await new Promise<string>((resolve, reject) => {
    const options = {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        cookie,
        ...headers,
      },
    }
    const sent = request(url, options, (answer) => {
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      let received = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (received += part))
      answer.on('end', () => resolve(received))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
  const answer = JSON.parse(text) as Fields & { statusInfo?: { code: string; message: string } }
  const code = answer.statusInfo?.code ?? 'COMCC00000'
  if (code !== 'COMCC00000')
    throw new Error(`${url.pathname}: ${code} ${answer.statusInfo?.message}`)
  return answer
}

const TRIALS = 600
const CLIENTS = 8
const TURN_MS = 3_000
const LOANS = 5_000
const day = localDate('2026-11-15')

/**
 * Quoting a draw through the sealed HTTP layer, and drawing in two transactions beside a standard
 * transaction.
 */
export async function benchBorrow(): Promise<Row[]> {
  return [...(await benchTrial()), ...(await benchHeldDraws())]
}

/**
 * A quote as requested while the slider moves: sealed, authenticated, read, computed and answered.
 */
async function benchTrial(): Promise<Row[]> {
  return withLendingDatabase(async (url) =>
    withProduct(
      async (address) => {
        const borrower = await signIn(address)
        const database = connect(url, 1)
        const customer = customerNo(borrower.customerNo)
        const act = { customer, requestNo: 'limit-of-a-bench', actor: 'system' }
        const limit = { amount: fen(50_000_00n), grade: 'C', lender: 'consumer-finance' } as const
        await openLimit({ database, now: () => new Date() }, act, limit)
        await database.close()

        await timesOf(TRIALS / 10, (count) => quoteOnce(borrower, count))
        const times = await timesOf(TRIALS, (count) => quoteOnce(borrower, count))
        const echoes = await timesOf(TRIALS, () => borrower.call('system', 'version', {}))
        const row = (what: string, share: number): Row => ({
          what: `${what}, ms`,
          value: percentile(times, share).toFixed(1),
          beside: `an empty sealed call: ${percentile(echoes, share).toFixed(1)}`,
        })
        return [row('trial through the sealed edge, p50', 0.5), row('the same, p99', 0.99)]
      },
      { DATABASE_URL: url },
    ),
  )
}

async function quoteOnce(borrower: Borrower, count: number): Promise<void> {
  const hundreds = 5 + (count % 495)
  await borrower.call('loans', 'quote', {
    loanAmount: `${hundreds * 100}.00`,
    instalment: [3, 6, 9, 12, 24][count % 5],
    repayMethod: 'equal-instalments',
  })
}

/** A complete draw: reserved, booked after the bank's payment, and cleared. */
async function benchHeldDraws(): Promise<Row[]> {
  return withLendingDatabase(async (url) => {
    await fillWithLoans(url, { count: LOANS, day })
    await fillTpcB(url)
    const database = connect(url, CLIENTS)
    const tpcB = createTpcB(url, CLIENTS)
    const deps = { database, now: () => new Date(), serviceFees: [] }
    try {
      const limit = await rateOf(() => tpcB.inSteps())
      const draws = await rateOf(async () => {
        const customer = customerNo(
          `C${String(1 + Math.floor(Math.random() * LOANS)).padStart(12, '0')}`,
        )
        const drawNo = randomUUID()
        const act = (what: string) => ({ customer, requestNo: `${drawNo}${what}`, actor: 'bench' })
        const { loanNo } = await reserveDraw(deps, act(''), {
          amount: fen(500_00n),
          months: 12,
          method: 'equal-instalments',
          purpose: 'daily',
        })
        await bookDraw(deps, act('-book'), { drawNo })
        await confirmTransfer(deps, act('-paid'), { kind: 'payout', transferNo: loanNo })
      })
      return [
        {
          what: `draws held, booked and cleared a second, ${CLIENTS} clients`,
          value: Math.round(draws).toLocaleString('en'),
          beside: `three transactions each, ${ratioTo({ name: 'TPC-B', value: limit }, draws * 3)}`,
        },
      ]
    } finally {
      await tpcB.close()
      await database.close()
    }
  })
}

async function rateOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - started < TURN_MS) {
        await act()
        done += 1
      }
    }),
  )
  return perSecond(done, performance.now() - started)
}
