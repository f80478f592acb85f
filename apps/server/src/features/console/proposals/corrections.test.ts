import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCard, replaceCard } from '#features/identity/card/id-card-store.ts'
import { findPerson } from '#features/identity/index.ts'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { newBorrower } from '#features/loans/testing/borrower.ts'
import { findProfile } from '#features/profile/index.ts'
import { saveForm } from '#features/profile/profile-store.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import {
  actOf,
  addPicture,
  approveNow,
  catchMessage,
  newMember,
  type Member,
} from './testing/desk.ts'

let product: TestProduct
let agent: Member
let reviewer: Member
beforeAll(async () => {
  product = await startTestProduct()
  agent = await newMember(product, ['operator'])
  reviewer = await newMember(product, ['reviewer'])
})
afterAll(() => product.stop())

async function storedCards(customer: CustomerNo) {
  return product.services.database.query<{ change_kind: string; reason: string; seen: boolean }>(
    `SELECT change_kind, reason, is_holder_verified AS seen FROM id_card_history
      WHERE customer_no = $1`,
    [customer],
  )
}

async function nameIndexOf(customer: CustomerNo): Promise<string | undefined> {
  const [row] = await product.services.database.query<{ hash: string }>(
    `SELECT encode(name_number_index, 'hex') AS hash FROM id_cards WHERE customer_no = $1`,
    [customer],
  )
  return row?.hash
}

describe('a correction of personal data', { timeout: 60_000 }, () => {
  it('is confirmed by the register for a name, waits for a file, and keeps the old card; the index follows', async () => {
    const { customer } = await newBorrower(product)
    const { database } = product.services
    const before = await findPerson(database, product.services, customer)
    const index = await nameIndexOf(customer)
    const act = actOf('correct-name', { customer, name: '沈清禾' })
    const { proposalNo } = await agent.calls.propose(act)
    const waiting = await reviewer.calls.one({ proposalNo })
    expect(waiting.rules.filter(({ isKept }) => !isKept)).toEqual([{ rule: 'V6', isKept: false }])
    expect(waiting.names).toEqual({ before: before?.name, after: '沈清禾' })
    const auditor = await newMember(product, ['auditor'])
    expect((await auditor.calls.one({ proposalNo })).names).toBeUndefined()
    expect(await catchMessage(approveNow(reviewer, proposalNo))).toContain('规则 V6')
    await addPicture(agent, { proposalNo, fileName: '户口簿.jpg' })
    expect(await approveNow(reviewer, proposalNo)).toEqual({ state: 'done', result: 'part=name' })

    const after = await findPerson(database, product.services, customer)
    expect(after).toEqual({ ...before, name: '沈清禾' })
    expect((await reviewer.calls.one({ proposalNo })).names).toBeUndefined()
    expect(await nameIndexOf(customer)).not.toBe(index)
    expect(await storedCards(customer)).toEqual([
      { change_kind: 'name', reason: 'misread', seen: false },
    ])
  })

  it('is refused for a name that the register does not know, or that is on file already', async () => {
    const { customer } = await newBorrower(product)
    const { database } = product.services
    const { name = '' } = (await findPerson(database, product.services, customer)) ?? {}
    const same = agent.calls.propose(actOf('correct-name', { customer, name }))
    expect(await catchMessage(same)).toBe('新信息与当前信息相同，无需更新')
    // The register knows a test person by one name only.
    const { idNumber = '' } = testPeople.find(({ key }) => key === 'new-phone') ?? {}
    const card = await findCard(database, product.services, customer)
    if (!card) throw new Error(`customer ${customer}: no card`)
    await replaceCard(database, product.services, {
      ...card,
      idNumber,
      customer,
      phone: newPhone(),
    })
    const unknown = agent.calls.propose(actOf('correct-name', { customer, name: '沈清禾' }))
    expect(await catchMessage(unknown)).toContain('不一致')
  })

  it('follows the rules of the borrower for contacts, and keeps what was there', async () => {
    const { customer } = await newBorrower(product)
    const { database } = product.services
    const basic = { marriage: '01', education: '20', district: '310101', address: '人民路 1 号' }
    await database.inTransaction(async (tx) => {
      const fields = { ...basic, email: 'first@example.com', contacts: [] }
      await saveForm(tx, product.services, { customer, form: 'basic', fields })
      await saveForm(tx, product.services, { customer, form: 'company', fields: {} })
    })
    const contacts = {
      marriage: '未婚',
      firstName: '周明',
      firstRelation: '配偶',
      firstPhone: '13900001111',
      secondName: '周晴',
      secondRelation: '父母',
      secondPhone: '13900002222',
    }
    const unmarried = agent.calls.propose(actOf('correct-contacts', { customer, ...contacts }))
    expect(await catchMessage(unmarried)).toContain('配偶')
    const right = { customer, ...contacts, marriage: '已婚' }
    const { proposalNo } = await agent.calls.propose(actOf('correct-contacts', right))
    await addPicture(agent, { proposalNo, fileName: '申请书.jpg' })
    await approveNow(reviewer, proposalNo)
    const { basic: saved } = await findProfile(database, product.services, customer)
    expect(saved).toMatchObject({
      marriage: '02',
      contacts: [
        { name: '周明', relation: '01', mobile: '13900001111' },
        { name: '周晴', relation: '02', mobile: '13900002222' },
      ],
    })
    const changes = await database.query(
      `SELECT part FROM profile_changes WHERE customer_no = $1 AND before_sealed IS NOT NULL`,
      [customer],
    )
    expect(changes).toEqual([{ part: 'contacts' }])
  })
})
