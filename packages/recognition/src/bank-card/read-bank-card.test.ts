import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { cardDetailsOf } from '#id-card/card-of.ts'
import { drawCard } from '#id-card/draw-card.ts'
import { photograph } from '#id-card/photograph.ts'
import * as engine from '#id-card/read-card.ts'
import type { BankCardReading } from '#id-card/read-card.ts'
import { drawOnce, findOnce } from '#testing/computed-once.ts'
import { drawPersonBankCard, drawBankCard } from './draw-bank-card.ts'

const card = { number: '6222029900000000010', bank: '工商银行' }

function readBankCard(image: Buffer): Promise<BankCardReading> {
  return findOnce(['bank card'], [image], () => engine.readBankCard(image))
}

describe('readBankCard', () => {
  afterAll(engine.stopReading)

  it.each(['plain', 'phone', 'upsideDown', 'far', 'mildBlur'] as const)(
    'reads the number: %s',
    async (way) => {
      const photo = await drawOnce(['bank card', way], async () =>
        photograph(await drawBankCard(card), way),
      )
      expect(await readBankCard(photo)).toEqual({ outcome: 'read', number: card.number })
    },
  )

  it('reads a number of 16 digits on the card of a test person', async () => {
    const [person] = testPeople
    if (!person) throw new Error('test people are missing')
    const photo = await drawPersonBankCard(person, '0011')
    if (!photo) throw new Error('card 0011 was not drawn')
    expect(await readBankCard(photo)).toEqual({ outcome: 'read', number: '6225889900000011' })
    expect(await drawPersonBankCard(person, '9999')).toBeUndefined()
  })

  it('reports why a picture is refused', async () => {
    const drawn = await drawBankCard(card)
    const blurred = await sharp(drawn).flatten().blur(30).jpeg().toBuffer()
    expect(await readBankCard(blurred)).toEqual({ outcome: 'blurred' })
    expect(await readBankCard(await photograph(drawn, 'glare'))).toEqual({ outcome: 'glare' })
    expect(await readBankCard(Buffer.from('银行卡'))).toEqual({ outcome: 'notACard' })
  })

  it('takes no number from an ID card', async () => {
    const details = cardDetailsOf({ name: '沈青禾', idNumber: '990101199603120020' })
    const reading = await readBankCard(await drawCard(details, 'front'))
    expect(reading.outcome).not.toBe('read')
  })
})
