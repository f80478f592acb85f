import { displayYuan } from '@qingzhou/domain/money/money'

import type { Database } from '@qingzhou/platform/database/database'
import { offersAfter } from '@qingzhou/lending/index'
import { createOffers, type OffersProgress } from '@qingzhou/server/features/waiver/index.ts'
import { createTasks } from '@qingzhou/platform/tasks/tasks'
import { readOptions, type Options } from '../offers/options.ts'
import { runLenderCommand } from '../lender/lender-command.ts'
import { formatCounts, createProgressLine } from '../lender/progress-line.ts'

const USAGE = `npm run offers -- create --days-late 31..[90] --share 50% --until 2026-12-15
    [--amount-min 1000] [--amount-max 50000] [--penalty-share 100%] [--interest-share 30%]
    [--number spring-1] [--by name] [--dry-run]
  Offers every debt of a segment to give up a share of its penalty and interest, if the rest is paid in
  one go by a day, and has the product tell each borrower. Run again with the same words, or the same
  number, it goes on where it ended, and no customer gets an offer twice.
npm run offers -- list
  Lists all offers.
  DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

const OFFERS_PER_PAGE = 500

await runLenderCommand({
  usage: USAGE,
  readOptions,
  run: (database, options) =>
    options.command === 'list' ? list(database) : create(database, options),
})

async function create(
  database: Database,
  { order, isDryRun }: Extract<Options, { command: 'create' }>,
): Promise<void> {
  const line = createProgressLine(process.stdout)
  const deps = { database, now: () => new Date(), tasks: createTasks() }
  const onProgress = (progress: OffersProgress) => line.show(figures(progress))
  const done = await createOffers(deps, order, { isDryRun, onProgress })
  line.end(`${isDryRun ? 'Would offer' : 'Offered'} under ${order.batchNo}: ${figures(done)}`)
  console.log(`Passed over: ${formatCounts(done.passedOver)}`)
}

function figures({ looked, offered, due, waived }: OffersProgress): string {
  return `${offered} of ${looked} late loans, ${displayYuan(due)} due, ${displayYuan(waived)} of it given up`
}

async function list(database: Database): Promise<void> {
  let after = { customer: '', offerNo: '' }
  for (;;) {
    const page = await offersAfter(database, { ...after, count: OFFERS_PER_PAGE })
    const last = page.at(-1)
    if (!last) return
    for (const { customer, offerNo, loanNo, offer, state } of page) {
      const shares = `penalty ${percent(offer.penaltySharePpm)}, interest ${percent(offer.interestSharePpm)}`
      console.log(
        `${offerNo} ${customer} loan ${loanNo}: ${shares}, until ${offer.lastDay}, ${state}`,
      )
    }
    after = last
  }
}

function percent(ppm: bigint): string {
  return `${Number(ppm) / 10_000}%`
}
