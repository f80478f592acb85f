import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { cancelLimit, changeLimit, findLimit } from '@qingzhou/lending/index'
import {
  customerWithLimit,
  openBooks,
  catchRefusal,
  type Books,
} from '@qingzhou/lending/testing/books'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import {
  approve,
  customerField,
  propose,
  proposalKind,
  readProposals,
  rehearse,
  reject,
  renew,
  showProposal,
  type Acting,
} from './index.ts'
import { openOffice, type Office } from './testing/office.ts'

let books: Books
let office: Office
let agent: Acting
let reviewer: Acting
beforeAll(async () => {
  books = await openBooks()
  office = await openOffice(books)
  agent = await office.newMember(['operator'])
  reviewer = await office.newMember(['reviewer'])
})
afterAll(() => books.close())

function raiseOf(customer: CustomerNo) {
  return {
    kind: 'raise-limit',
    parameters: { customer, amount: fen(60_000_00n) },
    reason: '收入增加',
  }
}

let isBroken = false

/** An act that depends on something outside of its base. */
const fragile = proposalKind<{ customer: CustomerNo }>({
  kind: 'cut-rate',
  fields: { customer: customerField },
  touches: [],
  describe: async () => ['测试'],
  perform: async () => {
    if (isBroken) throw new Refused({ kind: 'limit-cancelled' })
    return 'done'
  },
})

async function grantedLimit(customer: CustomerNo): Promise<bigint | undefined> {
  return (await findLimit(books.deps.database, customer))?.granted
}

/** What the staff log says about a customer, without the numbers of proposals. */
async function listLogged(customer: CustomerNo): Promise<string[]> {
  const rows = await books.deps.database.query<{ line: string }>(
    `SELECT concat_ws(' ', actor, act, regexp_replace(about, 'proposal=P\\d+ ?', '')) AS line
       FROM staff_log WHERE customer_no = $1 ORDER BY log_no`,
    [customer],
  )
  return rows.map(({ line }) => line)
}

describe('a proposal', () => {
  it('changes nothing until another member of staff approves it, then once, and is logged', async () => {
    const customer = await customerWithLimit(books)
    const { lines: dryRun } = await rehearse(office.deps, agent, raiseOf(customer))
    expect(dryRun).toEqual(['额度：50,000.00 元 → 60,000.00 元', '已用：0.00 元'])
    const { proposalNo, lines } = await propose(office.deps, agent, raiseOf(customer))
    expect([lines, await grantedLimit(customer)]).toEqual([dryRun, 50_000_00n])

    const own = approve(office.deps, { ...agent, roles: ['reviewer'] }, { proposalNo })
    expect(await catchRefusal(own)).toEqual({ kind: 'own-proposal' })
    const shown = await showProposal(office.deps, reviewer, { proposalNo })
    expect(shown).toMatchObject({ reason: '收入增加', lines: dryRun, refusal: undefined })
    const decided = await approve(office.deps, reviewer, { proposalNo })
    expect([decided, await grantedLimit(customer)]).toEqual([
      { state: 'done', result: 'granted=6000000' },
      60_000_00n,
    ])
    const again = approve(office.deps, reviewer, { proposalNo })
    expect(await catchRefusal(again)).toEqual({ kind: 'proposal-decided', state: 'done' })
    expect(await listLogged(customer)).toEqual([
      `${agent.staffNo} rehearse-proposal kind=raise-limit`,
      `${agent.staffNo} propose kind=raise-limit`,
      `${reviewer.staffNo} look-at-proposal kind=raise-limit`,
      `${reviewer.staffNo} approve-proposal kind=raise-limit granted=6000000`,
    ])
  })

  it('is performed once by concurrent approvals', async () => {
    const customer = await customerWithLimit(books)
    const { proposalNo } = await propose(office.deps, agent, raiseOf(customer))
    const others = await Promise.all(Array.from({ length: 5 }, () => office.newMember(['admin'])))
    const outcomes = await Promise.all(
      others.map((other) => catchRefusal(approve(office.deps, other, { proposalNo }))),
    )
    const refused = { kind: 'proposal-decided', state: 'done' }
    expect(outcomes.filter((outcome) => outcome !== undefined)).toEqual([
      refused,
      refused,
      refused,
      refused,
    ])
    const acts = await books.deps.database.query(
      `SELECT act FROM audit_log WHERE customer_no = $1 AND act = 'change-limit'`,
      [customer],
    )
    expect(acts).toHaveLength(1)
  })

  it('[V3] is refused after its base moved until it is renewed, and the renewal repeats the dry run', async () => {
    const customer = await customerWithLimit(books)
    const { proposalNo } = await propose(office.deps, agent, raiseOf(customer))
    const unmoved = renew(office.deps, agent, { proposalNo })
    expect(await catchRefusal(unmoved)).toMatchObject({ kind: 'field-invalid' })
    await changeLimit(books.deps, books.actOf(customer), { granted: fen(40_000_00n) })
    const shown = await showProposal(office.deps, reviewer, { proposalNo })
    expect([shown.isMoved, shown.refusal]).toEqual([true, undefined])
    const early = approve(office.deps, reviewer, { proposalNo })
    expect(await catchRefusal(early)).toEqual({ kind: 'proposal-base-moved' })
    const byOther = renew(office.deps, reviewer, { proposalNo })
    expect(await catchRefusal(byOther)).toEqual({ kind: 'staff-not-allowed' })
    await renew(office.deps, agent, { proposalNo })
    expect(await approve(office.deps, reviewer, { proposalNo })).toMatchObject({ state: 'done' })
    expect(await grantedLimit(customer)).toBe(60_000_00n)
  })

  it('[V3] is not renewed if it is no longer possible', async () => {
    const customer = await customerWithLimit(books)
    const { proposalNo } = await propose(office.deps, agent, raiseOf(customer))
    await cancelLimit(books.deps, books.actOf(customer))
    const shown = await showProposal(office.deps, reviewer, { proposalNo })
    expect(shown.refusal).toEqual({ kind: 'limit-cancelled' })
    const renewed = renew(office.deps, agent, { proposalNo })
    expect(await catchRefusal(renewed)).toEqual({ kind: 'limit-cancelled' })
  })

  it('fails with the reason if what it does not depend on makes it impossible, and changes nothing', async () => {
    const customer = await customerWithLimit(books)
    const own = await openOffice(books, [fragile])
    const [maker, checker] = [await own.newMember(['operator']), await own.newMember(['reviewer'])]
    const { proposalNo } = await propose(own.deps, maker, {
      kind: 'cut-rate',
      parameters: { customer },
      reason: '测试',
    })
    isBroken = true
    expect(await approve(own.deps, checker, { proposalNo })).toEqual({
      state: 'failed',
      result: 'limit-cancelled',
    })
    const again = approve(own.deps, checker, { proposalNo })
    expect(await catchRefusal(again)).toEqual({ kind: 'proposal-decided', state: 'failed' })
    expect((await listLogged(customer)).at(-1)).toBe(
      `${checker.staffNo} fail-proposal kind=cut-rate limit-cancelled`,
    )
  })

  it('is refused at once if it is not possible, is open already, or is given no reason', async () => {
    const customer = await customerWithLimit(books)
    const low = { ...raiseOf(customer), parameters: { customer, amount: fen(50_000_00n) } }
    expect(await catchRefusal(propose(office.deps, agent, low))).toMatchObject({
      kind: 'limit-not-raised',
    })
    const blank = propose(office.deps, agent, { ...raiseOf(customer), reason: ' ' })
    expect(await catchRefusal(blank)).toMatchObject({ kind: 'field-invalid' })
    const { proposalNo } = await propose(office.deps, agent, raiseOf(customer))
    const twice = propose(office.deps, reviewer, raiseOf(customer))
    expect(await catchRefusal(twice)).toEqual({ kind: 'proposal-open', proposalNo })
  })

  it('is rejected by a reviewer or withdrawn by who proposed it, with a reason', async () => {
    const customer = await customerWithLimit(books)
    const first = await propose(office.deps, agent, raiseOf(customer))
    const other = await office.newMember(['operator'])
    const refusal = { ...first, reason: '材料不足' }
    expect(await catchRefusal(reject(office.deps, other, refusal))).toEqual({
      kind: 'staff-not-allowed',
    })
    await reject(office.deps, reviewer, refusal)
    const shown = await showProposal(office.deps, agent, first)
    expect(shown).toMatchObject({ state: 'rejected', rejection: '材料不足', lines: [] })
    const second = await propose(office.deps, agent, raiseOf(customer))
    await reject(office.deps, agent, { ...second, reason: '重复' })
    const filter = { customer, count: 10 }
    const listed = await readProposals(office.deps, agent, filter)
    expect(listed.map(({ state, decidedBy }) => [state, decidedBy])).toEqual([
      ['rejected', agent.staffNo],
      ['rejected', reviewer.staffNo],
    ])
    expect(await grantedLimit(customer)).toBe(50_000_00n)
  })

  it('is decided by active members with the role only, and never about their own account', async () => {
    const customer = await customerWithLimit(books)
    const { database, vault } = office.deps
    const phone = '13900000001'
    await database.query(`INSERT INTO phones (phone_index, customer_no) VALUES ($1, $2)`, [
      vault.index('phone', phone),
      customer,
    ])
    const self = await office.newMember(['admin'], phone)
    expect(await catchRefusal(propose(office.deps, self, raiseOf(customer)))).toEqual({
      kind: 'own-loan',
    })
    const { proposalNo } = await propose(office.deps, agent, raiseOf(customer))
    expect(await catchRefusal(approve(office.deps, self, { proposalNo }))).toEqual({
      kind: 'own-loan',
    })
    const operator = await office.newMember(['operator'])
    const left = await office.newMember(['admin'])
    await database.query(`UPDATE staff SET is_active = false WHERE staff_no = $1`, [left.staffNo])
    for (const member of [operator, left]) {
      expect(await catchRefusal(approve(office.deps, member, { proposalNo }))).toEqual({
        kind: 'staff-not-allowed',
      })
    }
  })

  it('ends after seven days, and can be proposed again', async () => {
    const customer = await customerWithLimit(books)
    const { proposalNo } = await propose(office.deps, agent, raiseOf(customer))
    office.advance(7 * 24 * 60 + 1)
    expect(await catchRefusal(approve(office.deps, reviewer, { proposalNo }))).toEqual({
      kind: 'proposal-decided',
      state: 'expired',
    })
    await propose(office.deps, agent, raiseOf(customer))
  })

  it('cannot be changed or decided by one person in the database either', async () => {
    const customer = await customerWithLimit(books)
    const { proposalNo } = await propose(office.deps, agent, raiseOf(customer))
    const { database } = office.deps
    const decide = (set: string) =>
      database.query(`UPDATE proposals SET ${set} WHERE proposal_no = $1`, [proposalNo])
    const own = `state = 'done', decided_at = now(), decided_by = '${agent.staffNo}'`
    await expect(decide(own)).rejects.toThrow('proposals_two_people')
    await expect(decide(`parameters_sealed = 'x'`)).rejects.toThrow('decided once')
    await expect(database.query('DELETE FROM proposals')).rejects.toThrow(
      'retained for their legal term',
    )
    await reject(office.deps, agent, { proposalNo, reason: '撤回' })
    await expect(decide(`result = 'x'`)).rejects.toThrow('decided once')
  })
})
