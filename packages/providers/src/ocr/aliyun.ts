import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type ocr from '@alicloud/ocr-api20210707'
import type { CardReading as TheirReading } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { type AliyunAccess, AliyunRefused, clientConfig, throwAliyunFault } from '#aliyun/aliyun.ts'
import { ProviderOutage } from '@qingzhou/platform/provider-fault'
import { bankCardReadingOf, toCardReading } from './http.ts'
import type { CardReader } from './port.ts'

// Required, because loaders disagree on the default export of such a package.
const sdk = createRequire(import.meta.url)('@alicloud/ocr-api20210707') as typeof ocr

const PATH = 'aliyun-ocr'

/** The service's words for a picture without the card that was asked for. */
const NOT_A_CARD = new Set([
  'unmatchedImageType',
  'unsupportedImageFormat',
  'illegalImageContent',
  'illegalImageSize',
  'ExceededFaceBackCount',
])

const text = z.optional(z.string())
const idCard = z.object({
  data: z.object({
    face: z.optional(
      z.object({
        data: z.object({
          name: text,
          sex: text,
          ethnicity: text,
          birthDate: text,
          address: text,
          idNumber: text,
        }),
      }),
    ),
    back: z.optional(z.object({ data: z.object({ issueAuthority: text, validPeriod: text }) })),
  }),
})
const bankCard = z.object({ data: z.object({ cardNumber: z.string() }) })

/** Reads cards by Aliyun's RecognizeIdcard and RecognizeBankCard. */
export function createAliyunCardReader(access: AliyunAccess): CardReader {
  const config = clientConfig(access)
  // The constructor reads these fields only; the class of the settings is in another package.
  const client = new sdk.default(config as ConstructorParameters<typeof sdk.default>[0])
  return {
    async readCard({ side, picture }) {
      const request = new sdk.RecognizeIdcardRequest({ body: Readable.from(picture) })
      const fields = await readBy(() => client.recognizeIdcard(request), idCard)
      return fields ? toCardReading(side, sidesOf(fields)) : { outcome: 'notACard' }
    },
    async readBankCard(picture) {
      const request = new sdk.RecognizeBankCardRequest({ body: Readable.from(picture) })
      const fields = await readBy(() => client.recognizeBankCard(request), bankCard)
      if (!fields) return { outcome: 'notACard' }
      return bankCardReadingOf({ outcome: 'read', number: fields.data.cardNumber })
    },
  }
}

/** The fields, which are JSON in a text; undefined when the picture has no such card. */
async function readBy<Fields extends z.ZodType>(
  call: () => Promise<{ readonly body?: { readonly data?: string } }>,
  shape: Fields,
): Promise<z.output<Fields> | undefined> {
  const said = await call()
    .catch(throwAliyunFault(PATH))
    .catch((error: unknown) => {
      if (error instanceof AliyunRefused && NOT_A_CARD.has(error.code)) return undefined
      throw error
    })
  if (!said) return undefined
  const { data } = shape.safeParse(jsonOf(said.body?.data))
  if (!data) throw new ProviderOutage(PATH, 'the answer has another form')
  return data
}

function jsonOf(content: unknown): unknown {
  try {
    return typeof content === 'string' ? JSON.parse(content) : undefined
  } catch {
    return undefined
  }
}

/** The service does not say why it read nothing: mostly the picture is blurred. */
function sidesOf({ data }: z.output<typeof idCard>): TheirReading {
  const { face, back } = data
  if (back) {
    const { issueAuthority, validPeriod = '' } = back.data
    const [from, until] = validPeriod.split('-').map((day) => day.replaceAll('.', '').trim())
    const fields = { issueAgency: issueAuthority, validFrom: from, validUntil: until }
    return isEmpty(fields) ? { outcome: 'blurred' } : { outcome: 'read', back: fields }
  }
  if (!face) return { outcome: 'notACard' }
  const { name, sex, ethnicity, birthDate, address, idNumber } = face.data
  const birth = compactDate(birthDate)
  const fields = { name, sex, nation: ethnicity, birth, address, number: idNumber }
  return isEmpty(fields) ? { outcome: 'blurred' } : { outcome: 'read', front: fields }
}

function isEmpty(fields: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(fields).every((value) => !value)
}

/** 1996年3月12日 as 19960312. */
function compactDate(input = ''): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(input) ?? []
  return year && `${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`
}
