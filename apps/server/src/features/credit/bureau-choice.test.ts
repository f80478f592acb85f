import { expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { startProductForFile } from '#testing/product.ts'
import { explainDecision } from './replay-decision.ts'
import { newSubmittedApplicant } from './testing/applying.ts'

const product = startProductForFile({ BUREAU: 'none' })

it(
  '[U11, U12] decides without a bureau, orders no report, and the explained decision names what was not asked',
  { timeout: 60_000 },
  async () => {
    const { client, customer } = await newSubmittedApplicant(product)
    const { review } = await client.api.credit.progress({})
    expect(review?.map(({ stage, state }) => [stage, state])).toEqual([
      ['submission', 'done'],
      ['assessment', 'now'],
    ])
    await product.runTasks()
    const { database } = product.services
    const [row] = await database.query<{ application_no: string; amount: bigint }>(
      'SELECT application_no, amount_fen AS amount FROM decisions WHERE customer_no = $1',
      [customer],
    )
    expect(row?.amount).toBeLessThanOrEqual(fen(50_000_00n))
    const lines = await explainDecision(product.services, row?.application_no ?? '')
    const text = lines?.join('\n')
    expect(text).toContain('Not checked: credit bureau (on-fraud-list, enforced-by-court,')
    expect(text).toContain('Decided again just now: the same.')
    const orders = await database.query('SELECT 1 FROM bureau_orders WHERE customer_no = $1', [
      customer,
    ])
    expect(orders).toEqual([])
  },
)
