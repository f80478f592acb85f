import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { linkOidcSubject } from '#features/staff-members/index.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import {
  approveNow,
  catchMessage,
  newMember,
  type Member,
} from '#features/console/proposals/testing/desk.ts'

let product: TestProduct
let one: Member
let two: Member
let ownPhone: string
beforeAll(async () => {
  product = await startTestProduct()
  ownPhone = newPhone()
  one = await newMember(product, ['admin'], { phone: ownPhone })
  two = await newMember(product, ['admin'])
})
afterAll(() => product.stop())

const reason = '岗位调整'
const access = ({ client }: Member) => client.api['console-access']

async function proposeAct(by: Member, kind: string, parameters: Record<string, string>) {
  return (await by.calls.propose({ kind, parameters, reason })).proposalNo
}

/** One administrator proposes, the other approves. */
async function carryOut(kind: string, parameters: Record<string, string>): Promise<string> {
  const { state, result } = await approveNow(two, await proposeAct(one, kind, parameters))
  expect([kind, state]).toEqual([kind, 'done'])
  return result
}

let names = 0
function person(roles = 'operator') {
  names += 1
  return { username: `new.member${names}`, name: '纪南星', roles, phone: newPhone() }
}

describe('a member', { timeout: 60_000 }, () => {
  it('is added, changed, disabled, enabled, linked and unlinked by two administrators', async () => {
    const result = await carryOut('add-member', person())
    const staffNo = /staff=(S\d+)/.exec(result)?.[1] ?? ''
    expect(await access(one).member({ staffNo })).toMatchObject({ roles: ['operator'] })
    await carryOut('change-roles', { staffNo, roles: 'operator,reviewer' })
    expect((await access(one).member({ staffNo })).roles).toEqual(['operator', 'reviewer'])
    await carryOut('disable-member', { staffNo })
    expect((await access(one).member({ staffNo })).state).toBe('disabled')
    await carryOut('enable-member', { staffNo })
    const identity = { issuer: 'https://login.example', subject: 'person-1' }
    await carryOut('link-member', { staffNo, ...identity })
    expect(await access(one).member({ staffNo })).toMatchObject({ isOidcLinked: true })
    await carryOut('unlink-member', { staffNo })
    expect(await access(one).member({ staffNo })).toMatchObject({
      isOidcLinked: false,
      state: 'active',
    })
    const rows = await product.services.database.query<{ line: string }>(
      `SELECT concat_ws(' ', actor, act) AS line FROM staff_log
        WHERE about LIKE $1 AND act NOT LIKE '%proposal%' ORDER BY log_no`,
      [`staff=${staffNo}%`],
    )
    const acts = ['add-staff', 'change-roles', 'disable-staff', 'enable-staff']
    expect(rows.map(({ line }) => line)).toEqual(
      [...acts, 'link-oidc', 'unlink-oidc'].map((act) => `${two.staffNo} ${act}`),
    )
  })

  it('signs out everywhere when disabled, and has a last day as an auditor', async () => {
    const agent = await newMember(product, ['operator'])
    await carryOut('disable-member', { staffNo: agent.staffNo })
    await expect(access(agent).me({})).rejects.toThrow('9998')
    const { staffNo } = await newMember(product, ['operator'])
    const endless = proposeAct(one, 'change-roles', { staffNo, roles: 'auditor' })
    expect(await catchMessage(endless)).toContain('到期日')
    const accessEndsOn = '2030-12-31'
    await carryOut('change-roles', { staffNo, roles: 'auditor', accessEndsOn })
    expect(await access(one).member({ staffNo })).toMatchObject({
      roles: ['auditor'],
      accessEndsOn,
    })
  })

  it('is refused if the username is taken, the state is the same, or the roles are none', async () => {
    const known = person()
    await carryOut('add-member', known)
    const again = proposeAct(one, 'add-member', { ...known, phone: newPhone() })
    expect(await catchMessage(again)).toContain('用户名已被使用')
    const { staffNo } = await newMember(product, ['operator'])
    const enabled = proposeAct(one, 'enable-member', { staffNo })
    expect(await catchMessage(enabled)).toContain('已是该状态')
    const none = proposeAct(one, 'change-roles', { staffNo, roles: 'owner' })
    expect(await catchMessage(none)).toContain('请选择角色')
  })
})

describe('four eyes on members', { timeout: 60_000 }, () => {
  it('[V1, V2] stop an administrator at the own access and at a second account', async () => {
    const own = proposeAct(one, 'change-roles', { staffNo: one.staffNo, roles: 'admin,operator' })
    expect(await catchMessage(own)).toContain('不能修改自己的权限')
    const double = proposeAct(one, 'add-member', { ...person('admin'), phone: ownPhone })
    expect(await catchMessage(double)).toContain('不能修改自己的权限')

    const second = await newMember(product, ['admin'], { phone: ownPhone })
    const proposalNo = await proposeAct(one, 'add-member', person('admin'))
    expect(await catchMessage(approveNow(second, proposalNo))).toContain('规则 V1')
    expect(await catchMessage(approveNow(one, proposalNo))).toContain('规则 V1')
    const raised = { staffNo: second.staffNo, roles: 'admin,reviewer' }
    expect(await catchMessage(proposeAct(one, 'change-roles', raised))).toContain('自己的权限')
    const byOther = await proposeAct(two, 'change-roles', raised)
    expect(await catchMessage(approveNow(one, byOther))).toContain('自己的权限')
    const { rules } = await one.calls.one({ proposalNo: byOther })
    expect(rules.filter(({ isKept }) => !isKept)).toEqual([{ rule: 'V2', isKept: false }])
  })

  it('are those of administrators alone, who find what waits for them', async () => {
    const agent = await newMember(product, ['operator'])
    const reviewer = await newMember(product, ['reviewer'])
    expect(await catchMessage(proposeAct(agent, 'add-member', person()))).toContain('权限')
    const { kinds } = await agent.calls.kinds({})
    expect(kinds.map(({ kind }) => kind)).not.toContain('add-member')
    const proposalNo = await proposeAct(one, 'add-member', person())
    expect(await catchMessage(approveNow(reviewer, proposalNo))).toContain('权限')
    const refusal = { proposalNo, reason }
    expect(await catchMessage(reviewer.calls.refuse(refusal))).toContain('权限')
    const { rules, approvers } = await reviewer.calls.one({ proposalNo })
    expect(rules.find(({ rule }) => rule === 'V4')?.isKept).toBe(false)
    expect(approvers.roles).toEqual(['admin'])
    const waiting = async ({ calls }: Member) => {
      const sort = { by: 'proposedAt', order: 'down' } as const
      const { rows } = await calls.list({ filters: { waiting: 'me' }, sort, limit: 50 })
      return rows.some((row) => row.proposalNo === proposalNo)
    }
    expect([await waiting(reviewer), await waiting(two), await waiting(one)]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('[V3] are bound to the roles and the state that were seen', async () => {
    const { staffNo } = await newMember(product, ['operator'])
    const proposalNo = await proposeAct(one, 'change-roles', { staffNo, roles: 'reviewer' })
    await carryOut('disable-member', { staffNo })
    const roles = await proposeAct(one, 'change-roles', { staffNo, roles: 'operator,reviewer' })
    await approveNow(two, roles)
    expect(await catchMessage(approveNow(two, proposalNo))).toContain('规则 V3')
  })

  it('link a person of the provider to one member, also by two approvals at once', async () => {
    const [first, second] = [
      await newMember(product, ['operator']),
      await newMember(product, ['reviewer']),
    ]
    const identity = { issuer: 'https://login.example', subject: 'person-2' }
    const open = [
      await proposeAct(one, 'link-member', { staffNo: first.staffNo, ...identity }),
      await proposeAct(one, 'link-member', { staffNo: second.staffNo, ...identity }),
    ]
    const decided = await Promise.all(open.map((proposalNo) => approveNow(two, proposalNo)))
    expect(decided.map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
    const third = await newMember(product, ['admin'])
    expect(await linkOidcSubject(product.services, third.username, identity)).toBe('taken')
    const taken = proposeAct(one, 'link-member', { staffNo: third.staffNo, ...identity })
    expect(await catchMessage(taken)).toContain('已关联其他成员')
  })
})
