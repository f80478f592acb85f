import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { createOffers } from '@qingzhou/server/features/waiver/index.ts'
import { newNumber } from './new-number.ts'
import type { World } from './world.ts'

/** Creates waiver offers for borrowers who are more than 30 days overdue. */
export async function createWaiverOffers({ services, chance }: World): Promise<void> {
  const order = {
    batchNo: newNumber('offers'),
    actor: 'system',
    segment: {
      daysLateMin: 31,
      daysLateMax: 999,
      amountMin: fen(1n),
      amountMax: fen(1_000_000_00n),
    },
    offer: {
      penaltySharePpm: BigInt(chance.below(11)) * 100_000n,
      interestSharePpm: BigInt(chance.below(6)) * 100_000n,
      lastDay: addDays(await services.businessDate(), 1 + chance.below(14)),
    },
  }
  await createOffers(services, order, { isDryRun: false })
}
