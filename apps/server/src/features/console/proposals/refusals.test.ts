import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { newBorrower, type TestBorrower } from '#features/loans/testing/borrower.ts'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { saveForm } from '#features/profile/profile-store.ts'
import { changeLimit } from '@qingzhou/lending/index'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import {
  actOf,
  addPicture,
  approveNow,
  newMember,
  catchMessage,
  type Member,
} from './testing/desk.ts'

let product: TestProduct
let agent: Member
let reviewer: Member
let borrower: TestBorrower
beforeAll(async () => {
  product = await startTestProduct()
  agent = await newMember(product, ['operator'])
  reviewer = await newMember(product, ['reviewer'])
})
beforeEach(async () => {
  borrower = await newBorrower(product)
})
afterAll(() => product.stop())

const raise = (amount: string) => actOf('raise-limit', { customer: borrower.customer, amount })

async function proposeRaise(amount = '60000.00'): Promise<string> {
  return (await agent.calls.propose(raise(amount))).proposalNo
}

async function lastRefusal({ staffNo }: Member): Promise<string> {
  const [row] = await product.services.database.query<{ about: string }>(
    `SELECT about FROM staff_log WHERE actor = $1 AND act = 'refused-proposal-act'
      ORDER BY log_no DESC LIMIT 1`,
    [staffNo],
  )
  return row?.about ?? ''
}

describe('an approval', { timeout: 60_000 }, () => {
  it('[V1] is refused to the proposer, with the rule, and logged', async () => {
    const both = await newMember(product, ['operator', 'reviewer'])
    const { proposalNo } = await both.calls.propose(raise('60000.00'))
    expect(await catchMessage(approveNow(both, proposalNo))).toContain('规则 V1')
    expect(await lastRefusal(both)).toBe(
      `proposal=${proposalNo} act=approve refusal=own-proposal rule=V1`,
    )
    const { rules } = await both.calls.one({ proposalNo })
    expect(rules.filter(({ isKept }) => !isKept)).toEqual([{ rule: 'V1', isKept: false }])
  })

  it('[V1] is refused to a second account of the same person', async () => {
    const phone = newPhone()
    const first = await newMember(product, ['operator'], { phone })
    const second = await newMember(product, ['reviewer'], { phone })
    const { proposalNo } = await first.calls.propose(raise('60000.00'))
    expect(await catchMessage(approveNow(second, proposalNo))).toContain('同一人')
    expect(await lastRefusal(second)).toContain('refusal=same-person rule=V1')
  })

  it('[V2] is refused about one’s own account and about a relative’s', async () => {
    const proposalNo = await proposeRaise()
    const self = await newMember(product, ['admin'], { phone: borrower.phone })
    expect(await catchMessage(approveNow(self, proposalNo))).toContain('规则 V2')
    const { services } = product
    const { customer } = borrower
    const phone = newPhone()
    const contacts = [{ name: '余舟', relation: '02', mobile: phone }]
    await services.database.inTransaction((tx) =>
      saveForm(tx, services, { customer, form: 'basic', fields: { contacts } }),
    )
    const relative = await newMember(product, ['admin'], { phone })
    expect(await catchMessage(approveNow(relative, proposalNo))).toContain('互为联系人')
    const own = catchMessage(relative.calls.propose(raise('70000.00')))
    expect(await own).toContain('规则 V2')

    // The other way round: the member named the customer as a contact.
    const member = await newBorrower(product)
    const named = [{ name: '方可', relation: '02', mobile: borrower.phone }]
    await services.database.inTransaction((tx) =>
      saveForm(tx, services, {
        customer: member.customer,
        form: 'basic',
        fields: { contacts: named },
      }),
    )
    const friend = await newMember(product, ['admin'], { phone: member.phone })
    expect(await catchMessage(approveNow(friend, proposalNo))).toContain('互为联系人')
  })

  it('[V3] is refused after a change until the proposer renews, and of what was seen before', async () => {
    const proposalNo = await proposeRaise()
    const { version } = await reviewer.calls.one({ proposalNo })
    const act = { customer: borrower.customer, requestNo: 'moved', actor: 'system' }
    await changeLimit(product.services, act, { granted: fen(40_000_00n) })
    expect(await catchMessage(approveNow(reviewer, proposalNo))).toContain('规则 V3')
    const moved = await reviewer.calls.one({ proposalNo })
    expect(moved.proposal.isMoved).toBe(true)
    expect(moved.moved.filter(({ isChanged }) => isChanged)).toMatchObject([
      { item: 'granted', before: '50,000.00', after: '40,000.00', difference: '−10,000.00' },
      { item: 'available' },
    ])
    await agent.calls.renew({ proposalNo })
    const stale = reviewer.calls.approve({ proposalNo, version })
    expect(await catchMessage(stale)).toContain('请刷新')
    expect(await approveNow(reviewer, proposalNo)).toMatchObject({ state: 'done' })
  })

  it('[V3] is refused while a reviewer waits for a renewal', async () => {
    const proposalNo = await proposeRaise()
    await reviewer.calls.sendBack({ proposalNo, reason: '请补充收入证明' })
    expect(await catchMessage(approveNow(reviewer, proposalNo))).toContain('规则 V3')
    const waiting = await agent.calls.list({
      filters: { waiting: 'me' },
      sort: { by: 'proposedAt', order: 'up' },
      limit: 50,
    })
    expect(waiting.rows.map((row) => row.proposalNo)).toContain(proposalNo)
    await agent.calls.renew({ proposalNo })
    expect(await approveNow(reviewer, proposalNo)).toMatchObject({ state: 'done' })
  })

  it('[V4] is refused above the amount of the role', async () => {
    const above = catchMessage(agent.calls.propose(raise('150000.00')))
    expect(await above).toContain('100,000.00 元（规则 V4）')
    const admin = await newMember(product, ['admin'])
    const { proposalNo } = await admin.calls.propose(raise('150000.00'))
    expect(await catchMessage(approveNow(reviewer, proposalNo))).toContain('规则 V4')
    const { approvers } = await reviewer.calls.one({ proposalNo })
    expect(approvers.roles).toEqual(['admin'])
    const other = await newMember(product, ['admin'])
    expect(await approveNow(other, proposalNo)).toMatchObject({ state: 'done' })
  })

  it('[V5] is refused the second time, to one of two at once, and after the expiry', async () => {
    const proposalNo = await proposeRaise()
    const others = [reviewer, await newMember(product, ['reviewer'])]
    const { version } = await reviewer.calls.one({ proposalNo })
    const outcomes = await Promise.all(
      others.map(({ calls }) => catchMessage(calls.approve({ proposalNo, version }))),
    )
    const refused = outcomes.filter((outcome) => outcome !== undefined)
    expect([outcomes.length, refused.length]).toEqual([2, 1])
    expect(refused[0]).toContain('规则 V5')
    expect(await catchMessage(approveNow(reviewer, proposalNo))).toContain('已执行')

    const late = await proposeRaise('70000.00')
    const seen = await reviewer.calls.one({ proposalNo: late })
    product.advance(8 * 24 * 60 * 60)
    const [again, maker] = [
      await newMember(product, ['reviewer']),
      await newMember(product, ['operator']),
    ]
    const expired = again.calls.approve({ proposalNo: late, version: seen.version })
    expect(await catchMessage(expired)).toContain('已过期')
    agent = maker
    reviewer = again
  })

  it('is refused to an operator, an auditor and a proposer who refuses instead of withdrawing', async () => {
    const proposalNo = await proposeRaise()
    const auditor = await newMember(product, ['auditor'])
    const { version } = await auditor.calls.one({ proposalNo })
    for (const member of [agent, auditor]) {
      expect(await catchMessage(member.calls.approve({ proposalNo, version }))).toContain(
        '没有这项权限',
      )
    }
    const both = await newMember(product, ['operator', 'reviewer'])
    const own = await both.calls.propose(raise('70000.00'))
    expect(await catchMessage(both.calls.refuse({ ...own, reason: '重复' }))).toContain('规则 V1')
    const notOwn = reviewer.calls.withdraw({ proposalNo, reason: '重复' })
    expect(await catchMessage(notOwn)).toContain('没有这项权限')
    await both.calls.withdraw({ ...own, reason: '重复' })
    await reviewer.calls.refuse({ proposalNo, reason: '材料不足' })
    expect(await agent.calls.one({ proposalNo })).toMatchObject({
      proposal: { state: 'rejected' },
      rejection: '材料不足',
    })
  })
})

describe('a proposal', { timeout: 60_000 }, () => {
  it('is refused if its act is unknown, or one that one person may do', async () => {
    const { customer } = borrower
    const unknown = agent.calls.propose(actOf('write-off', { customer }))
    expect(await catchMessage(unknown)).toBe('没有这项操作')
    const alone = agent.calls.propose(actOf('freeze-limit', { customer }))
    expect(await catchMessage(alone)).toBe('这项操作可直接执行')
    expect(await catchMessage(agent.calls.perform(raise('60000.00')))).toContain('另一位员工')
  })

  it('has comments and files; stored markup stays text, and a decided one takes no more', async () => {
    const proposalNo = await proposeRaise()
    const text = '<script>alert(1)</script>'
    await agent.calls.comment({ proposalNo, text })
    await addPicture(agent, { proposalNo, fileName: '收入证明.jpg' })
    const { notes } = await reviewer.calls.one({ proposalNo })
    expect(notes.map((note) => [note.act, note.text])).toEqual([
      ['comment', text],
      ['evidence', '收入证明.jpg'],
    ])
    const noteNo = notes.at(-1)?.noteNo ?? ''
    const file = await reviewer.calls.evidenceFile({ proposalNo, noteNo })
    expect([file.kind, Buffer.from(file.bytes, 'base64').length > 0]).toEqual(['picture', true])
    await approveNow(reviewer, proposalNo)
    expect(await catchMessage(agent.calls.comment({ proposalNo, text }))).toContain('规则 V5')
  })

  it('is listed by pages with a place that is exact, and on the page of its customer', async () => {
    const numbers = [await proposeRaise('60000.00'), await proposeRaise('70000.00')]
    const { customer } = borrower
    const page = { filters: { customer }, sort: { by: 'amount', order: 'down' }, limit: 1 } as const
    const first = await reviewer.calls.list(page)
    const second = await reviewer.calls.list({ ...page, after: first.next })
    const listed = [...first.rows, ...second.rows].map((row) => row.proposalNo)
    expect([listed, second.next]).toEqual([numbers.toReversed(), undefined])
    const foreign = reviewer.calls.list({ ...page, after: { key: 'not-a-number', no: 'P1' } })
    expect(await catchMessage(foreign)).toContain('列表位置无效')
    const { proposals } = await reviewer.calls.openOfCustomer({ customer })
    expect(proposals).toHaveLength(2)
    expect(proposals[0]?.customer?.name).toMatch(/^\**\S \d{4}$/)
  })
})
