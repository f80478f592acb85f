import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
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

const access = ({ client }: Member) => client.api['console-access']
const chosen = 'Still_Water_1'

let names = 0
async function addMember(): Promise<{ staffNo: string; username: string }> {
  names += 1
  const username = `first.${names}`
  const parameters = { username, name: '纪南星', roles: 'operator', phone: newPhone() }
  const { proposalNo } = await one.calls.propose({
    kind: 'add-member',
    parameters,
    reason: '新同事入职',
  })
  const { result } = await approveNow(two, proposalNo)
  return { staffNo: /staff=(S\d+)/.exec(result)?.[1] ?? '', username }
}

const choose = (username: string, firstPassword: string, newPassword = chosen) =>
  product.client().api['console-access'].choosePassword({ username, firstPassword, newPassword })

describe('the first password of a member', { timeout: 120_000 }, () => {
  it('is made of two halves shown to two administrators, and replaced at the first sign-in', async () => {
    const { staffNo, username } = await addMember()
    expect(await access(one).member({ staffNo })).toMatchObject({ isPasswordUnchosen: true })
    const first = await access(one).issueFirstPassword({ staffNo })
    const second = await access(two).issueFirstPassword({ staffNo })
    expect([first.half, second.half]).toEqual([1, 2])
    expect(second.expiresAt).toBe(first.expiresAt)
    const together = `${first.text}${second.text}`

    const early = product.client().api['console-access'].signIn({ username, password: together })
    expect(await catchMessage(early)).toContain('首次登录请先')
    expect(await catchMessage(choose(username, together, together))).toContain('不能与原密码相同')
    const typed = `${first.text.toLowerCase()} - ${second.text}`
    expect(await choose(username, typed)).toHaveProperty('token')
    expect(await access(one).member({ staffNo })).toMatchObject({ isPasswordUnchosen: false })
    const later = product.client().api['console-access'].signIn({ username, password: chosen })
    expect(await later).toHaveProperty('token')
    expect(await catchMessage(choose(username, together))).toContain('有误')

    const rows = await product.services.database.query<{ line: string }>(
      `SELECT concat_ws(' ', actor, act, about) AS line FROM staff_log
        WHERE act IN ('issue-first-password', 'change-own-password') ORDER BY log_no DESC LIMIT 3`,
    )
    expect(rows.map(({ line }) => line).toReversed()).toEqual([
      `${one.staffNo} issue-first-password staff=${staffNo} half=1`,
      `${two.staffNo} issue-first-password staff=${staffNo} half=2`,
      `${staffNo} change-own-password `,
    ])
  })

  it('is never shown whole to one person, also under a second account or at once', async () => {
    const { staffNo, username } = await addMember()
    const again = await newMember(product, ['admin'], { phone: ownPhone })
    const mine = [
      await access(one).issueFirstPassword({ staffNo }),
      await access(again).issueFirstPassword({ staffNo }),
      await access(one).issueFirstPassword({ staffNo }),
    ]
    expect(mine.map(({ half }) => half)).toEqual([1, 1, 1])
    const [latest, other] = [mine[2]?.text ?? '', await access(two).issueFirstPassword({ staffNo })]
    expect(other.half).toBe(2)
    for (const { text } of mine.slice(0, 2)) {
      expect(await catchMessage(choose(username, `${text}${other.text}`))).toContain('有误')
    }
    const both = await Promise.all(
      [one, two].map((member) => access(member).issueFirstPassword({ staffNo })),
    )
    expect(new Set(both.map(({ half }) => half))).toEqual(new Set([1, 2]))
    expect(await catchMessage(choose(username, `${latest}${other.text}`))).toContain('有误')
  })

  it('expires, and is then made again; one who has chosen a password has none', async () => {
    const { staffNo, username } = await addMember()
    const first = await access(one).issueFirstPassword({ staffNo })
    const second = await access(two).issueFirstPassword({ staffNo })
    await product.services.database.query(
      `UPDATE staff SET first_password_until = first_password_until - interval '25 hours'
        WHERE staff_no = $1`,
      [staffNo],
    )
    const late = choose(username, `${first.text}${second.text}`)
    expect(await catchMessage(late)).toContain('已过期')
    const renewed = await access(two).issueFirstPassword({ staffNo })
    expect(renewed.half).toBe(1)
    const own = access(one).issueFirstPassword({ staffNo: one.staffNo })
    expect(await catchMessage(own)).toContain('不能修改自己的权限')
    const known = access(one).issueFirstPassword({ staffNo: two.staffNo })
    expect(await catchMessage(known)).toContain('密码已设置')
    const agent = await newMember(product, ['operator'])
    expect(await catchMessage(access(agent).issueFirstPassword({ staffNo }))).toContain('权限')
  })
})
