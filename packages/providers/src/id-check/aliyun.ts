import * as z from 'zod'
import { type AliyunAccess, throwAliyunFault, cloudauthClient, sdk } from '#aliyun/aliyun.ts'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import type { CardCheck, IdCheck } from './port.ts'

const PATH = 'aliyun-id-check'

const answer = z.object({
  code: z.string(),
  resultObject: z.optional(z.object({ bizCode: z.string() })),
})

/** The number or the name has a form that the register does not know. */
const MALFORMED = ['400', '401']
const results = { '1': 'match', '2': 'mismatch', '3': 'unknown' } as const

/** Name and number by Aliyun's Id2MetaVerify. Its limit counts calls, not people. */
export function createAliyunIdCheck(access: AliyunAccess): IdCheck {
  const client = cloudauthClient(access)
  return {
    async verify({ name, idNumber }) {
      const request = new sdk.Id2MetaVerifyRequest({
        paramType: 'normal',
        userName: name,
        identifyNum: idNumber,
      })
      const said = await client.id2MetaVerify(request).catch(throwAliyunFault(PATH))
      return resultIn(said.body)
    },
  }
}

/** The four elements of a card by Aliyun's BankMetaVerify. */
export function createAliyunCardCheck(access: AliyunAccess): CardCheck {
  const client = cloudauthClient(access)
  return {
    async verify({ name, idNumber, cardNumber, phone }) {
      const request = new sdk.BankMetaVerifyRequest({
        paramType: 'normal',
        productType: 'BANK_CARD_4_META',
        verifyMode: 'VERIFY_BANK_CARD',
        userName: name,
        identifyNum: idNumber,
        bankCard: cardNumber,
        mobile: phone,
      })
      const said = await client.bankMetaVerify(request).catch(throwAliyunFault(PATH))
      return resultIn(said.body)
    },
  }
}

function resultIn(body: unknown): (typeof results)[keyof typeof results] {
  const { data } = answer.safeParse(body)
  if (!data) throw new ProviderOutage(PATH, 'the answer has another form')
  if (MALFORMED.includes(data.code)) return 'unknown'
  if (data.code === '500') throw new ProviderOutage(PATH, data.code)
  if (data.code !== '200') throw new ProviderFault(PATH, `refused: ${data.code}`)
  const result = Object.entries(results).find(([code]) => code === data.resultObject?.bizCode)
  if (!result) throw new ProviderOutage(PATH, 'the answer has another result')
  return result[1]
}

/** The answers to a question for a face check that does not exist. */
const NO_SUCH_CHECK = ['400', '401', '404', '406', '424']

/** Asks for a face check that does not exist, which costs nothing; throws if the key is not accepted. */
export async function probeAliyunRegister(access: AliyunAccess): Promise<void> {
  const request = new sdk.DescribeFaceVerifyRequest({ sceneId: 1, certifyId: 'check' })
  const said = await cloudauthClient(access)
    .describeFaceVerify(request)
    .catch(throwAliyunFault(PATH))
  const { code = '', message = '' } = said.body ?? {}
  if (!NO_SUCH_CHECK.includes(code)) throw new ProviderFault(PATH, `${code} ${message}`)
}
