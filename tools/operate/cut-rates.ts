import { displayAnnualRate } from '@qingzhou/domain/cost/annual-rate'

import type { Database } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { cutRates, type CutProgress } from '@qingzhou/lending/index'
import {
  enqueueRateCutAnnouncement,
  isRateCutDue,
  planRateCut,
} from '@qingzhou/server/features/rate-cuts/index.ts'
import { createTasks } from '@qingzhou/platform/tasks/tasks'
import { readOptions, type Options } from '../cut-rates/options.ts'
import { runLenderCommand } from '../lender/lender-command.ts'
import { formatCounts, createProgressLine } from '../lender/progress-line.ts'

const USAGE = `npm run cut-rates -- --grade C | --customer 1000000001 --rate 10.8% --from 2026-12-01
    [--number spring-1] [--by name] [--dry-run]
  Lowers the rate of every open loan of a grade, or of a customer, from a day on, and has the product
  tell the borrowers. A day that is still to come is planned: the product makes the cut on that day. Run
  again with the same words, or the same number, it goes on where it ended.
  DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

await runLenderCommand({
  usage: USAGE,
  readOptions,
  run: cutOrPlan,
})

async function cutOrPlan(database: Database, { order, isDryRun }: Options): Promise<void> {
  const { cutNo, from, annualRatePpm } = order
  const tasks = createTasks()
  const rate = displayAnnualRate(annualRatePpm)
  const today = await readBusinessDate(database)
  if (!isRateCutDue(from, today)) {
    if (!isDryRun) await planRateCut({ database, tasks }, order)
    const does = isDryRun ? 'Would plan' : 'Planned'
    console.log(`${does} ${cutNo}: ${rate} from ${from}. The books are on ${today}.`)
    return
  }
  const line = createProgressLine(process.stdout)
  const deps = { database, now: () => new Date() }
  const done = await cutRates(deps, order, {
    isDryRun,
    onCut: enqueueRateCutAnnouncement({ tasks }),
    onProgress: (progress: CutProgress) => line.show(`${loans(progress.cut)} cut`),
  })
  const does = isDryRun ? 'Would cut' : 'Cut'
  line.end(`${does} under ${cutNo}: ${loans(done.cut)} to ${rate} from ${from}`)
  console.log(`Refused: ${formatCounts(done.refused)}`)
}

function loans(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'loan' : 'loans'}`
}
