import { afterAll, beforeAll, expect, it } from 'vitest'
import { attemptTask, finishTask } from '@qingzhou/platform/tasks/attempt-task'
import { takeDue } from '@qingzhou/platform/tasks/queue-store'
import { Refused } from '@qingzhou/platform/refused'
import { taskHandlersOf } from '#boot/task-handlers.ts'
import { watchOrders } from '#features/order-watch/index.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

async function refuse(): Promise<void> {
  throw new Refused({ kind: 'limit-unknown' })
}

it('a task that a rule refuses is an exception that says which rule, and how often it was tried', async () => {
  const { services } = product
  const { database, tasks, log, now } = services
  const kind = 'decide-application'
  const payload = { customer: '17', applyNo: 'A1' }
  await database.inTransaction((tx) => tasks.add(tx, { kind, payload, key: 'refused' }))
  const task = await takeDue(database, { now: now(), by: 'test', kinds: [kind], leaseMs: 60_000 })
  if (!task) throw new Error('no task')
  const outcome = await attemptTask({ ...taskHandlersOf(services), [kind]: refuse }, task, log)
  await finishTask(database, task, { outcome, now: now(), log })
  await database.query('UPDATE tasks SET dead_at = now() WHERE task_no = $1', [task.taskNo])
  await watchOrders(services)

  const { client } = await newStaff(product, ['operator'])
  const calls = client.api['console-queues']
  const { rows } = await calls.exceptions({
    filters: {},
    sort: { by: 'since', order: 'up' },
    limit: 10,
  })
  expect(rows).toMatchObject([{ kind: 'task-given-up', subject: kind }])
  const { facts } = await calls.exception({ itemNo: rows[0]?.itemNo ?? '' })
  expect(facts).toEqual([
    { name: 'attempts', value: '1' },
    { name: 'rule', value: 'limit-unknown' },
  ])
})
