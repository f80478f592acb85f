import { describe, expect, it } from 'vitest'
import { customerNo } from '@qingzhou/platform/ids'
import { messagesTo, newPhone, setFault, signInWith } from '#features/onboarding/testing/visitor.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { startProductForFile } from '#testing/product.ts'

const OPENS_AFTER = 5

const product = startProductForFile({ PROVIDER_OUTAGES_MAX: String(OPENS_AFTER) })

async function attemptsOfMessages(): Promise<number[]> {
  const rows = await product.services.database.query<{ attempts: number }>(
    `SELECT attempts FROM tasks WHERE kind = 'send-message' ORDER BY task_no`,
  )
  return rows.map((row) => row.attempts)
}

async function metrics(): Promise<string> {
  return (await product.app.inject({ url: '/metrics' })).body
}

describe('while a provider is down', { timeout: 60_000 }, () => {
  it('tasks of a provider that is down are postponed without counting an attempt, and done once it recovers', async () => {
    const client = product.client()
    const phone = newPhone()
    await signInWith(product, client, phone)
    const { customerNo: number } = await client.api.onboarding.currentUser({})
    const { services } = product
    await setFault(product, { provider: 'sms', down: true })
    await services.database.inTransaction(async (tx) => {
      for (let n = 1; n <= OPENS_AFTER + 3; n += 1) {
        const message = {
          customer: customerNo(number),
          messageNo: `m${n}`,
          sms: smsOf('refunded', { amount: '1.00' }),
        }
        await enqueueSms(tx, services, message)
      }
    })
    await product.runTasks()
    expect(await attemptsOfMessages()).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
    expect(await metrics()).toContain('qingzhou_provider_circuit{provider="sms"} 2')
    expect(product.logged()).toContain('provider.circuit-open')

    await setFault(product, { provider: 'sms', down: false })
    product.advance(60)
    await product.runTasks()
    expect(await attemptsOfMessages()).toEqual([])
    expect(await messagesTo(product, phone)).toHaveLength(OPENS_AFTER + 3 + 1)
    expect(await metrics()).toContain('qingzhou_provider_circuit{provider="sms"} 0')
  })

  it('calls that need it are refused at once, with the time to wait', async () => {
    await setFault(product, { provider: 'mall', down: true })
    const client = product.client()
    for (let n = 0; n < OPENS_AFTER; n += 1) {
      await expect(client.api.mall.offers({})).rejects.toThrow('系统异常')
    }
    const before = await metrics()
    await expect(client.api.mall.offers({})).rejects.toThrow('服务暂时繁忙')
    expect(outagesOfMall(await metrics())).toBe(outagesOfMall(before))
    await setFault(product, { provider: 'mall', down: false })
    product.advance(60)
    expect((await client.api.mall.offers({})).offers.length).toBeGreaterThan(0)
  })
})

function outagesOfMall(text: string): number {
  return Number(/mall",outcome="outage"} (\d+)/.exec(text)?.[1] ?? Number.NaN)
}
