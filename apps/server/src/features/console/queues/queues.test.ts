import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleCalls as table } from '@qingzhou/contract/console-calls'
import { staffCodes } from '@qingzhou/contract/codes'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import {
  newEvidenceBorrower,
  sendFile,
  type EvidenceBorrower,
} from '#features/evidence/testing/evidence-borrower.ts'
import { patient } from '#features/identity/testing/applicant.ts'
import { watchOrders } from '#features/order-watch/index.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

let product: TestProduct
let operators: readonly [TestStaff, TestStaff]
let reviewers: readonly [TestStaff, TestStaff]
let borrower: EvidenceBorrower
beforeAll(async () => {
  product = await startTestProduct(patient)
  operators = [await newStaff(product, ['operator']), await newStaff(product, ['operator'])]
  reviewers = [await newStaff(product, ['reviewer']), await newStaff(product, ['reviewer'])]
  borrower = await newEvidenceBorrower(product)
  const { uploadEvidence } = operators[0].client.api.staff
  const { evidenceNo } = borrower
  const { fileNo } = await sendFile(uploadEvidence, { evidenceNo })
  await uploadEvidence({ act: 'submit', evidenceNo, fileNos: [fileNo] })
  for (const number of [1, 2, 3, 4, 5]) await deadMessage(`dead-${number}`)
  await watchOrders(product.services)
}, 60_000)
afterAll(() => product.stop())

async function deadMessage(messageNo: string): Promise<void> {
  const { services } = product
  const { customer } = borrower
  await services.database.inTransaction(async (tx) => {
    await enqueueSms(tx, services, {
      customer,
      messageNo,
      sms: smsOf('refunded', { amount: '1.00' }),
    })
    await tx.query(`UPDATE tasks SET dead_at = now(), attempts = 40 WHERE task_key = $1`, [
      `${customer}:${messageNo}`,
    ])
  })
}

const queues = ({ client }: TestStaff) => client.api['console-queues']
const page = { filters: {}, sort: { by: 'since', order: 'up' }, limit: 200 } as const
const CLAIMED = '已由其他员工认领'

describe('the list of exceptions', () => {
  it('is read page by page in either order, each row once', async () => {
    const { exceptions } = queues(operators[0])
    const whole = (await exceptions(page)).rows.map(({ itemNo }) => itemNo)
    expect(new Set(whole).size).toBe(5)
    for (const sort of [
      { by: 'since', order: 'up' },
      { by: 'since', order: 'down' },
      { by: 'amount', order: 'down' },
    ] as const) {
      const found: string[] = []
      let after: Awaited<ReturnType<typeof exceptions>>['next']
      do {
        const answer = await exceptions({ filters: {}, sort, limit: 2, ...(after && { after }) })
        expect(answer.about).toBe(5)
        found.push(...answer.rows.map(({ itemNo }) => itemNo))
        after = answer.next
      } while (after)
      expect(found.toSorted()).toEqual(whole.toSorted())
    }
  })

  it('refuses what would scan: long pages, unknown filters, patterns and foreign places', async () => {
    const [{ client }] = operators
    const send = (body: object) =>
      client.send(table['console-queues'].exceptions, { ...page, ...body })
    for (const body of [
      { limit: 201 },
      { limit: 0 },
      { filters: { customer: '%' } },
      { filters: { customer: 'C'.repeat(41) } },
      { filters: { text: 'a' } },
      { filters: { kind: 'everything' } },
      { sort: { by: 'details', order: 'up' } },
      { after: '1; DROP TABLE tasks~E1' },
      { after: 'not-a-number~E1' },
    ]) {
      const { code } = await send(body)
      expect([body, code === staffCodes.success]).toEqual([body, false])
    }
  })
})

describe('an exception', () => {
  it('is claimed by one of two members at once, and left to them until it is released', async () => {
    const [first, second] = operators
    const [row] = (await queues(first).exceptions(page)).rows
    const itemNo = row?.itemNo ?? ''
    const claims = await Promise.allSettled(
      operators.map((one) => queues(one).claimException({ itemNo })),
    )
    expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [holder, other] = claims[0]?.status === 'fulfilled' ? [first, second] : [second, first]
    const mine = { ...page, filters: { owner: 'mine' } } as const
    expect((await queues(holder).exceptions(mine)).rows).toMatchObject([
      { itemNo, isMine: true, owner: '余舟', state: 'claimed' },
    ])
    expect((await queues(other).exceptions(mine)).rows).toEqual([])
    const act = { itemNo, act: 'retry', reason: '重试' } as const
    await expect(queues(other).actOnException(act)).rejects.toThrow(CLAIMED)
    await expect(queues(other).releaseException({ itemNo })).rejects.toThrow(CLAIMED)
    await queues(holder).releaseException({ itemNo })
    await queues(other).claimException({ itemNo })
    const { history } = await queues(first).exception({ itemNo })
    expect(history.map((event) => event.act)).toEqual(['claim', 'claim', 'found'])
  })

  it('keeps a note with markup as the text it is, sealed, and out of the staff log', async () => {
    const [, operator] = operators
    const [row] = (await queues(operator).exceptions(page)).rows
    const itemNo = row?.itemNo ?? ''
    const note = '<img src=x onerror=alert(1)> & "引号"'
    await queues(operator).comment({ itemNo, note })
    const { history } = await queues(operator).exception({ itemNo })
    expect(history[0]).toMatchObject({ act: 'comment', note, by: '余舟' })
    const { database } = product.services
    const [stored] = await database.query<{ text: string }>(
      `SELECT encode(note_sealed, 'escape') AS text FROM staff_queue_events WHERE act = 'comment'`,
    )
    expect(stored?.text).not.toContain('onerror')
    const logged = await database.query<{ about: string }>(
      `SELECT about FROM staff_log WHERE act = 'comment-exception'`,
    )
    expect(logged).toEqual([{ about: `exception=${itemNo} kind=task-given-up` }])
  })

  it('is taken next by who asks first, the longest waiting first', async () => {
    const [first, second] = operators
    const free = { ...page, filters: { owner: 'unclaimed' } } as const
    const waiting = (await queues(first).exceptions(free)).rows.map(({ itemNo }) => itemNo)
    const taken = await Promise.all(
      operators.map((one) => queues(one).nextException({ kind: 'task-given-up' })),
    )
    expect(new Set(taken.map(({ itemNo }) => itemNo))).toEqual(new Set(waiting.slice(0, 2)))
    expect(await queues(second).nextException({ kind: 'difference' })).toEqual({})
    await Promise.all(
      operators.map((one, at) => queues(one).releaseException({ itemNo: taken[at]?.itemNo ?? '' })),
    )
  })

  it('refuses an act of another kind, and one that is closed', async () => {
    const [operator] = operators
    const free = { ...page, filters: { owner: 'unclaimed' } } as const
    const [row] = (await queues(operator).exceptions(free)).rows
    const itemNo = row?.itemNo ?? ''
    const { actOnException } = queues(operator)
    const act = { itemNo, reason: '核对' }
    await expect(actOnException({ ...act, act: 'book' })).rejects.toThrow('当前不能这样处理')
    await actOnException({ ...act, act: 'accept' })
    await expect(actOnException({ ...act, act: 'accept' })).rejects.toThrow('该异常已关闭')
  })
})

describe('a review', () => {
  it('is taken next, seen with its pictures, left to who has claimed it, and decided once', async () => {
    const [reviewer, other] = reviewers
    const { itemNo } = await queues(reviewer).nextReview({})
    expect(itemNo).toBe(borrower.evidenceNo)
    if (itemNo === undefined) throw new Error('no review')
    expect(await queues(other).nextReview({})).toEqual({})
    await expect(queues(other).claimReview({ itemNo })).rejects.toThrow(CLAIMED)
    const { evidence, queue } = await queues(reviewer).review({ itemNo })
    expect(evidence?.files).toMatchObject([{ kind: 'picture', url: expect.any(String) as string }])
    expect(queue).toMatchObject({ isMine: true, kind: 'loanUse', round: 1 })
    const verdict = { itemNo, round: 1, verdict: 'approved' } as const
    await expect(queues(other).decideReview(verdict)).rejects.toThrow(CLAIMED)
    const listed = await queues(reviewer).reviews(page)
    expect([listed.about, listed.counts]).toEqual([1, [{ kind: 'loanUse', open: 1, amount: 0n }]])
    await queues(reviewer).decideReview(verdict)
    expect((await queues(reviewer).reviews(page)).rows).toEqual([])
    const decided = await queues(other).review({ itemNo })
    expect([decided.evidence?.evidence.state, decided.queue]).toEqual(['approved', undefined])
    await expect(queues(other).claimReview({ itemNo })).rejects.toThrow('该件已有结论')
  })
})

describe('the counts of the navigation', () => {
  it('are those of the lists, and follow each act', async () => {
    const [operator] = operators
    const [reviewer] = reviewers
    const { about } = await queues(operator).exceptions(page)
    expect(await queues(reviewer).counts({})).toEqual({
      proposals: 0,
      reviews: 0,
      exceptions: about,
    })
    const { itemNo = '' } = await queues(operator).nextException({})
    await queues(operator).actOnException({ itemNo, act: 'accept', reason: '核对' })
    expect((await queues(reviewer).counts({})).exceptions).toBe((about ?? 0) - 1)
  })
})

describe('the first page', () => {
  it('counts what the lists show, and says that no process takes tasks', async () => {
    const home = await queues(operators[0]).home({})
    const { rows, counts } = await queues(operators[0]).exceptions(page)
    expect(counts).toEqual([{ kind: 'task-given-up', open: rows.length, amount: 0n }])
    expect(home.queues).toMatchObject([
      { queue: 'proposals', open: 0 },
      { queue: 'task-given-up', open: rows.length, oldest: rows[0]?.since },
    ])
    expect(home.night).toMatchObject({ isFinished: true, failures: 0 })
    expect(home.alarms).toContainEqual({ alarm: 'worker-silent', subject: '', count: 1 })
  })
})
