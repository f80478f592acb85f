import { createDatabase } from '@qingzhou/platform/database/pool'
import { customerNo } from '@qingzhou/platform/ids'
import { explainDecision } from '@qingzhou/server/features/credit/replay-decision.ts'
import { explainLimitReviews } from '@qingzhou/server/features/credit/review/review-limits.ts'
import { openVault, withDatabase } from '../postgres/own-database.ts'

const USAGE = `npm run explain -- A202611151234567890
  Says how an application was decided: by which policy, on what grounds, from what was known, and
  whether the policy of today would decide the same.
npm run explain -- limit 10000000000000000001
  Says the same of every monthly review of a customer's limit.
  DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

const words = process.argv.slice(2)
const request = words.at(-1) ?? ''
const isLimit = words[0] === 'limit'
if (words.length !== (isLimit ? 2 : 1) || !/^[\w-]{1,64}$/.test(request)) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await withDatabase(explain)
}

async function explain(url: string): Promise<void> {
  const database = createDatabase(url, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })
  try {
    const services = { database, vault: await openVault(database, url) }
    const lines = isLimit
      ? await explainLimitReviews(services, customerNo(request))
      : ((await explainDecision(services, request)) ?? [])
    const none = isLimit
      ? `No limit of customer ${request} has been reviewed.`
      : `No application ${request} has been decided.`
    console.log(lines.length > 0 ? lines.join('\n') : none)
    process.exitCode = lines.length > 0 ? 0 : 1
  } finally {
    await database.close()
  }
}
