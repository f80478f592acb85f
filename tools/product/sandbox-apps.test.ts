import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { fen } from '@qingzhou/domain/money/money'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'
import { readConfig } from '@qingzhou/platform/config/config'
import { createLog } from '@qingzhou/platform/log'
import { createProviders, type Providers } from '@qingzhou/providers/providers'
import { isAppOfSandbox, lenderKey, sandboxAppSettings, sandboxSecret } from './sandbox-apps.ts'

const SECRET = 'a secret of the app tests'
const OWN_ORIGIN = 'http://127.0.0.1:8080'

let directory: string
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let providers: Providers

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'qingzhou-apps-'))
  sandbox = await startSandbox({ port: 0, secret: SECRET, dataDirectory: directory })
  providers = await startProviders()
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(directory, { recursive: true })
})

const chosen = { MESSENGER: 'wechat', BANK: 'unionpay' }

const settingsOfStart = () =>
  sandboxAppSettings(chosen, { directory, secret: SECRET, starting: Promise.resolve(sandbox) })

/** The providers of a server with the settings of a start. */
async function startProviders(): Promise<Providers> {
  const config = readConfig({
    MODE: 'sandbox',
    DATABASE_URL: 'postgresql:///nowhere',
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: SECRET,
    ...(await settingsOfStart()),
  })
  return createProviders({
    ...config.providers,
    adapters: config.adapters,
    now: () => new Date(),
    log: createLog({ level: 'silent' }),
    ownOrigin: () => OWN_ORIGIN,
  })
}

/** The providers of a server from before, which uses the gateway. */
function startGateway(): Promise<Providers> {
  return createProviders({
    url: sandbox.url,
    secret: SECRET,
    consentUrl: '/sandbox',
    timeoutsMs: {},
    outagesMax: 1_000_000,
    now: () => new Date(),
    log: createLog({ level: 'silent' }),
    ownOrigin: () => OWN_ORIGIN,
    adapters: {
      sms: 'gateway',
      mail: 'gateway',
      ip: 'gateway',
      wallet: 'gateway',
      identity: 'gateway',
      bank: 'gateway',
    },
  })
}

function newOrder() {
  const orderedAt = new Date()
  return {
    wireNo: crypto.randomUUID().replaceAll('-', ''),
    orderedAt,
    amount: fen(12_345n),
    subject: '借款还款',
    returnPath: '/#/repay/result?no=1',
    expiresAt: new Date(Math.floor(orderedAt.getTime() / 1_000) * 1_000 + 600_000),
  }
}

/** What the browser sees at an address of the product, whose host is not the one the server knows. */
async function open(path: string): Promise<Response> {
  expect(path).toMatch(/^\/sandbox\//)
  const headers = { 'x-forwarded-host': 'localhost:9000', 'x-forwarded-proto': 'http' }
  return fetch(`${sandbox.url}${path.slice('/sandbox'.length)}`, { headers })
}

/** Pays on the page, and returns where the page leads to. */
async function pay(path: string): Promise<string | null> {
  const page = new URL((await open(path)).url)
  const answer = await fetch(`${page.origin}${page.pathname}-decide`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-host': 'localhost:9000', 'x-forwarded-proto': 'http' },
    body: new URLSearchParams({ ticket: page.searchParams.get('ticket') ?? '', decision: 'pay' }),
  })
  return answer.headers.get('location')
}

describe('the lender’s keys at the apps of the sandbox', () => {
  it('are made once, and only their owner can read them', async () => {
    const key = await lenderKey(directory, 'WALLET')
    expect(await lenderKey(directory, 'WALLET')).toBe(key)
    expect(await lenderKey(directory, 'MESSENGER')).not.toBe(key)
    for (const app of ['alipay', 'wechat', 'unionpay']) {
      expect(statSync(join(directory, `lender-${app}.pem`)).mode & 0o777).toBe(0o600)
    }
  })
})

describe('the secret of the sandbox', () => {
  it('is that of the data folder, so that the lender has the same accounts at each start', () => {
    const secret = sandboxSecret(directory)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(sandboxSecret(directory)).toBe(secret)
    expect(statSync(join(directory, 'secret')).mode & 0o777).toBe(0o600)
  })
})

describe.each(['wallet', 'messenger'] as const)('the %s of a start', (app) => {
  it('verifies the lender’s signature, and the lender its answers', async () => {
    expect(await providers[app].payment(newOrder())).toEqual({ state: 'unknown' })
  })

  it('is paid on a page of the product’s own host, which returns to the host of the browser', async () => {
    const order = newOrder()
    const { url } = await providers[app].startPayment({ ...order, scene: 'browser' })
    expect(await pay(url)).toBe(`http://localhost:9000${order.returnPath}`)
    await expect
      .poll(() => providers[app].payment(order), { timeout: 20_000 })
      .toMatchObject({ state: 'done' })
  })

  it('asks for consent on such a page', async () => {
    const redirectUri = `${OWN_ORIGIN}/?provider=${app}`
    const page = await open(providers[app].consentUrl({ state: 's-1', redirectUri }))
    expect(page.status).toBe(200)
  })

  it('knows orders that were placed through the gateway', async () => {
    const gateway = await startGateway()
    const order = newOrder()
    const { url } = await gateway[app].startPayment({ ...order, scene: 'browser' })
    expect(await providers[app].payment(order)).toEqual({ state: 'processing' })
    await pay(url)
    await expect
      .poll(() => providers[app].payment(order), { timeout: 20_000 })
      .toMatchObject({ state: 'done' })
    const refund = { ...newOrder(), original: order }
    await gateway[app].refund(refund)
    await expect
      .poll(() => providers[app].refundState(refund), { timeout: 20_000 })
      .toMatchObject({ state: 'done' })
    const unpaid = newOrder()
    const before = await gateway[app].startPayment({ ...unpaid, scene: 'browser' })
    expect(await providers[app].closePayment(unpaid)).toMatchObject({ state: 'declined' })
    await pay(before.url)
    expect(await providers[app].payment(unpaid)).toMatchObject({ state: 'declined' })
  })
})

describe('the bank of a start', () => {
  const holder = {
    name: '王小明',
    idNumber: '11010519491231002X',
    cardNumber: '6222021234567890128',
    phone: '13912345678',
  }

  it('is asked with the same certificate after every start', async () => {
    const [first, second] = [await settingsOfStart(), await settingsOfStart()]
    expect(second).toEqual(first)
    expect(await providers.bank.transferState(newOrder())).toEqual({ state: 'unknown' })
  })

  it('carries on what was begun through the gateway', async () => {
    const { bank: gateway } = await startGateway()
    const binding = { ...newOrder(), ...holder }
    await gateway.startBinding(binding)
    const code = await codeFor(holder.phone)
    const { bank } = providers
    expect(await bank.confirmBinding({ ...binding, code })).toEqual({ state: 'processing' })
    const bound = () => bank.binding(binding)
    await expect.poll(bound, { timeout: 20_000 }).toMatchObject({ state: 'bound' })
    const old = await gateway.binding(binding)
    if (old.state !== 'bound') throw new Error(`binding ${old.state}`)
    const { cardToken } = old
    const debit = { ...newOrder(), kind: 'debit', cardToken } as const
    await gateway.transfer(debit)
    const state = () => bank.transferState(debit)
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ state: 'done' })
    const refund = { ...newOrder(), kind: 'refund', cardToken: '', original: debit } as const
    expect(await bank.transfer(refund)).toEqual({ state: 'processing' })
    // A debit needs the number of a binding at the clearing house.
    expect(await bank.transfer({ ...newOrder(), kind: 'debit', cardToken })).toMatchObject({
      state: 'declined',
      reason: expect.stringContaining('重新绑定'),
    })
  })
})

async function codeFor(phone: string): Promise<string> {
  const response = await fetch(`${sandbox.url}/inbox?phone=${phone}`)
  // The sandbox routes define the shape of this answer.
  const { messages } = (await response.json()) as { messages: { code?: string }[] }
  return messages.find(({ code }) => code !== undefined)?.code ?? ''
}

describe('an app of a start', () => {
  it('is the sandbox’s unless the settings choose another one', () => {
    expect(isAppOfSandbox({}, 'WALLET')).toBe(true)
    expect(isAppOfSandbox({ WALLET: 'alipay', WECHAT_APP_ID: 'wx' }, 'WALLET')).toBe(true)
    expect(isAppOfSandbox({ WALLET: 'gateway' }, 'WALLET')).toBe(false)
    expect(isAppOfSandbox({ WALLET: 'alipay', ALIPAY_APP_ID: '1' }, 'WALLET')).toBe(false)
    expect(isAppOfSandbox({}, 'MESSENGER')).toBe(true)
    expect(isAppOfSandbox({ MESSENGER: 'gateway' }, 'MESSENGER')).toBe(false)
    expect(isAppOfSandbox({}, 'BANK')).toBe(true)
    expect(isAppOfSandbox({ UNIONPAY_SIGNATURE: 'sm2' }, 'BANK')).toBe(true)
    expect(isAppOfSandbox({ BANK: 'gateway' }, 'BANK')).toBe(false)
    // Two banks are not one sandbox.
    expect(isAppOfSandbox({ BANK: 'unionpay,gateway' }, 'BANK')).toBe(false)
    const wechat = { MESSENGER: 'wechat' }
    expect(isAppOfSandbox(wechat, 'MESSENGER')).toBe(true)
    const own = { ...wechat, WECHAT_PRIVATE_KEY_FILE: '/key' }
    expect(isAppOfSandbox(own, 'MESSENGER')).toBe(false)
  })
})
