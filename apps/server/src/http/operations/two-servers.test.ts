import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { platformCipher } from '@qingzhou/contract/sealing/cipher-platform'
import { codes } from '@qingzhou/contract/codes'
import { KEY_ID_HEADER, sealInBlocks } from '@qingzhou/contract/sealing/sealing'
import { agreed, latestCode, newPhone, sendCodeTo } from '#features/onboarding/testing/visitor.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

const BLOCKS_PER_MINUTE = 40
const limits = { BODY_FORM: 'blocks', IP_BLOCKS_PER_MINUTE: String(BLOCKS_PER_MINUTE) }

let one: TestProduct
let other: TestProduct
beforeAll(async () => {
  one = await startTestProduct(limits)
  const { databaseUrl, dataDirectory } = one.config
  other = await startTestProduct({ ...limits, DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory })
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

const alternately = <Result>(count: number, work: (server: TestProduct) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index % 2 === 0 ? one : other)))

describe('two servers on one database', () => {
  it('serve a body once between them, even when it is sent concurrently', async () => {
    const key = await one.client().publicKey()
    const json = JSON.stringify({ timestamp: one.services.now().getTime() })
    const body = await sealInBlocks(platformCipher(crypto.subtle), key, json)
    const answers = await alternately(10, ({ app }) =>
      app.inject({
        method: 'POST',
        url: calls.system.version.path,
        headers: { 'x-requested-with': 'x', [KEY_ID_HEADER]: key.keyId },
        body,
      }),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array<number>(9).fill(400)])
  })

  it('share the limit of five guesses of an SMS code', async () => {
    const mobile = newPhone()
    const visitor = one.client('198.51.100.1')
    await sendCodeTo(visitor, mobile)
    const right = await latestCode(one, mobile)
    const wrong = right === '00000' ? '00001' : '00000'
    const guess = { by: 'code', mobile, dynamicCode: wrong, agreed }
    const sameBrowser = (server: TestProduct) => {
      const client = server.client()
      client.cookies.set('qz_codes', visitor.cookies.get('qz_codes') ?? '')
      return client
    }
    const answers = await alternately(12, (server) =>
      sameBrowser(server).send(calls.onboarding.signIn, guess),
    )
    expect(answers.filter(({ message }) => message.includes('您还可以输入'))).toHaveLength(4)
    const late = await sameBrowser(other).send(calls.onboarding.signIn, {
      ...guess,
      dynamicCode: right,
    })
    expect(late.message).toBe('短信验证码已失效，请重新获取')
  })

  it('share the rate limit of a network', async () => {
    const answers = await alternately(BLOCKS_PER_MINUTE + 10, (server) =>
      server.client('198.51.100.2').send(calls.system.time),
    )
    expect(answers.filter(({ code }) => code === codes.success)).toHaveLength(BLOCKS_PER_MINUTE)
  })

  it('accept each other’s sessions', async () => {
    const mobile = newPhone()
    const visitor = one.client('198.51.100.3')
    await sendCodeTo(visitor, mobile)
    const dynamicCode = await latestCode(one, mobile)
    const signedIn = await visitor.api.onboarding.signIn({
      by: 'code',
      mobile,
      dynamicCode,
      agreed,
    })
    const elsewhere = other.client('198.51.100.3')
    elsewhere.token = signedIn.outcome === 'signedIn' ? signedIn.token : undefined
    elsewhere.cookies.set('qz_session', visitor.cookies.get('qz_session') ?? '')
    expect((await elsewhere.send(calls.onboarding.currentUser)).code).toBe(codes.success)
  })
})
