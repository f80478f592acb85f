import { readFile } from 'node:fs/promises'

import type { Database } from '@qingzhou/platform/database/database'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { createTasks } from '@qingzhou/platform/tasks/tasks'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import {
  createCampaign,
  createEntry,
  endCampaign,
  endEntry,
  type CampaignProgress,
} from '@qingzhou/server/features/campaigns/index.ts'
import { readOptions, type Options } from '../campaigns/options.ts'
import { listLines } from '../campaigns/lines.ts'
import { readList } from '../campaigns/list-file.ts'
import { runLenderCommand } from '../lender/lender-command.ts'
import { createProgressLine, formatCounts } from '../lender/progress-line.ts'
import { openVault } from '../postgres/own-database.ts'

const USAGE = `npm run campaigns -- <what> create|list|end [options]
  coupons        create --number spring-1 --benefit days=15 | share=20% | amount=20 --until 2026-12-31
                        [--amount-min 1000] [--months 3,6,12] <who>
  invitations    create --number spring-2 --amount 30000 --grade B --until 2026-12-31 <who>
  sign-in-links  create --number bill-12 [--to /repay/repayIndex] [--text 您的账单已出。] <who>
  notices        create --number upgrade --text 今晚升级 [--from 2026-12-01T22:00] [--until 2026-12-02T06:00]
                        [--closing] refuses the calls of borrowers with the text while it lasts
  landing-links  create --number spring --name 春季活动 [--channel 000000000004] [--until 2026-12-31]
  bank-partners  create --number GD1001 --name 某银行 [--until 2026-12-31]
  downloads      create --number spring --page download1 [--ios https://…] [--android https://….apk]
                        [--title 下载轻舟] [--summary …] [--from …] [--until …]
  <who> is --list people.txt, a file with one phone or customer number a line, or --rule with
    grade=A+B,available=1000,idle=30 (coupons, sign-in links: open limit, nothing late) or
    registered=30 (invitations: customers without a limit), or --rule all;
    [--limit 1000] people at most, [--link-id sms-invite] the landing link in the message, [--silent] no message.
  All: [--by name] for the log, [--dry-run] changes nothing. Run again with the same number, a campaign goes on
  where it ended, and no customer gets anything twice. end --number withdraws what is not used yet.
  DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

await runLenderCommand({ usage: USAGE, readOptions, run: obey })

function now(): Date {
  return new Date()
}

async function obey(database: Database, options: Options, url: string): Promise<void> {
  const deps = {
    database,
    now,
    vault: await openVault(database, url),
    tasks: createTasks(),
    today: () => dayInShanghai(now()),
    businessDate: () => readBusinessDate(database),
  }
  switch (options.act) {
    case 'list':
      for (const line of await listLines(deps, options.kind)) console.log(line)
      return
    case 'end-campaign': {
      const withdrawn = await endCampaign(deps, options)
      if (withdrawn === undefined) throw notRunning(options.campaignNo)
      console.log(`Ended ${options.campaignNo}: ${withdrawn} withdrawn.`)
      return
    }
    case 'end-entry':
      if (!(await endEntry(deps, options.entry, options))) throw notRunning(options.entry.number)
      console.log(`Ended ${options.entry.number}.`)
      return
    case 'create-entry': {
      const { number } = options.entry
      if (!(await createEntry(deps, options.entry, options))) {
        throw new Error(`The number ${number} is taken.`)
      }
      console.log(`${options.isDryRun ? 'Would create' : 'Created'} ${number}.`)
      return
    }
    case 'create-campaign':
      return create(deps, options)
  }
}

type Deps = Parameters<typeof createCampaign>[0]

async function create(
  deps: Deps,
  { order, list, isDryRun }: Extract<Options, { act: 'create-campaign' }>,
): Promise<void> {
  const line = createProgressLine(process.stdout)
  const entries = list === undefined ? undefined : readList(await readFile(list, 'utf8'))
  const audience = entries ? ({ by: 'list', entries } as const) : order.audience
  const onProgress = (progress: CampaignProgress) => line.show(figures(progress))
  const done = await createCampaign(deps, { ...order, audience }, { isDryRun, onProgress })
  line.end(`${isDryRun ? 'Would give' : 'Gave'} under ${order.campaignNo}: ${figures(done)}`)
  console.log(`Passed over: ${formatCounts(done.passedOver)}`)
}

function figures({ given, people }: CampaignProgress): string {
  return `${given} of ${people} people`
}

function notRunning(number: string): Error {
  return new Error(`Nothing of the number ${number} is running.`)
}
