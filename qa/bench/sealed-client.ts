import { Agent, request } from 'node:http'
import type { Call } from '@qingzhou/contract/calls'
import { calls } from '@qingzhou/contract/calls'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import { cipherOfPlatform } from '@qingzhou/contract/sealing/cipher'
import { KEY_ID_HEADER, newSessionKey, sealUnderKey } from '@qingzhou/contract/sealing/sealing'
import { fen } from '@qingzhou/domain/money/money'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { openLimit } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { customerNo } from '@qingzhou/platform/ids'
import { termNames } from '@qingzhou/contract/wire/names'
import { onWire } from '@qingzhou/contract/wire/renamed'
import { connect } from './lending-end-of-day.ts'

type Fields = Readonly<Record<string, unknown>>

/** A signed-in client that sends calls under a session key, as the app does. */
export type Borrower = {
  readonly customerNo: string
  readonly call: (feature: string, name: string, fields: Fields) => Promise<void>
}

const LOANS = 2

/** Signs in as the test person with a password, and gives this person a limit and two loans. */
export async function borrowerWithLoans(address: string, url: string): Promise<Borrower> {
  const borrower = await signIn(address)
  const customer = customerNo(borrower.customerNo)
  const database = connect(url, 1)
  const deps = { database, now: () => new Date(), serviceFees: [] }
  const act = (requestNo: string) => ({ customer, requestNo, actor: 'system' })
  const limit = { amount: fen(50_000_00n), grade: 'C', lender: 'consumer-finance' } as const
  await openLimit(deps, act('limit-of-a-bench'), limit)
  for (let loan = 1; loan <= LOANS; loan += 1) {
    await drawLoan(deps, act(`loan-of-a-bench-${loan}`), {
      amount: fen(5_000_00n),
      months: 12,
      method: 'equal-instalments',
      purpose: 'daily',
    })
  }
  await database.close()
  return borrower
}

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

/** A quote as requested while the slider moves. */
export async function quoteOnce(borrower: Borrower, count: number): Promise<void> {
  const hundreds = 5 + (count % 395)
  const terms = {
    amount: `${hundreds * 100}.00`,
    months: [3, 6, 9, 12, 24][count % 5],
    method: 'equal-instalments',
  }
  await borrower.call('loans', 'quote', onWire<unknown>(terms, termNames))
}
