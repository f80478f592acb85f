import { parseArgs } from 'node:util'

import type { Database } from '@qingzhou/platform/database/database'
import {
  formatViolation,
  verifyBooks,
} from '@qingzhou/server/features/end-of-day/checks/verify-books.ts'
import { runLenderCommand } from '../lender/lender-command.ts'

const USAGE = `npm run verify
  Checks that the books keep their rules, customer by customer: balances are the sums of their ledger rows,
  limits are used by what is drawn, the audit log is as it was written, and so on. It only reads, takes no
  lock and may run beside the product, which checks the same every night. DATABASE_URL says which database;
  without it, the one that comes along, under DATA_DIR. Exit status 1: a rule is broken.`

await runLenderCommand({
  usage: USAGE,
  readOptions: (words) => parseArgs({ args: words, options: {} }),
  run: verify,
})

async function verify(database: Database): Promise<void> {
  const broken = await verifyBooks(database)
  for (const one of broken) console.log(formatViolation(one))
  console.log(broken.length === 0 ? 'All rules hold.' : `${broken.length} broken.`)
  if (broken.length > 0) process.exitCode = 1
}
