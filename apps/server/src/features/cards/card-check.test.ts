import { expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import {
  expectRefusal,
  messagesTo,
  newPhone,
  setFault,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { bindNewCard, readyToBind } from './testing/cardholder.ts'

const product = startProductForFile({ IDENTITY: 'aliyun', ALIYUN_CARD_CHECK: 'yes' })

const othersCard = testPeople.find(({ cards }) => cards.length > 0)?.cards[0]?.number ?? ''

it(
  'a card of another person is refused before its bank sends a code',
  { timeout: 60_000 },
  async () => {
    const { client } = await readyToBind(product)
    const mobile = newPhone()
    await expectRefusal(client.api.cards.sendBindingCode({ cardNo: othersCard, mobile }), {
      kind: 'bank-declined',
      reason: '姓名、证件号、卡号或预留手机号与银行登记的不一致',
    })
    expect(await messagesTo(product, mobile)).toEqual([])
  },
)

it(
  'a card without a record, or while the service is away, is left to its bank',
  { timeout: 60_000 },
  async () => {
    const applicant = await readyToBind(product)
    expect(await bindNewCard(product, applicant)).toHaveProperty('cardId')
    await setFault(product, { provider: 'idCheck', down: true })
    expect(await bindNewCard(product, applicant)).toHaveProperty('cardId')
  },
)
