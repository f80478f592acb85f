import { parseArgs } from 'node:util'

import { isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { lenderKinds, type LenderKind } from '@qingzhou/domain/product'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { lender } from '@qingzhou/platform/config/brand'
import { reportLaw } from '../law/law-report.ts'
import { runLenderCommand } from '../lender/lender-command.ts'

const USAGE = `npm run law [-- --on 2027-12-31] [--kind small-loan]
  Lists the rules of law in force on a day, the cost cap, and which grades, open loans and tables would
  break one, and why. Without a day: today. Without a kind: that of the lender in BRAND_FILE.
  DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR. Exit status 1:
  a rule would be broken.`

type Options = { readonly on: LocalDate; readonly kind: LenderKind }

await runLenderCommand<Options>({
  usage: USAGE,
  readOptions: (words) => {
    const options = { on: { type: 'string' }, kind: { type: 'string' } } as const
    const { values } = parseArgs({ args: words, options })
    const on = values.on ?? dayInShanghai(new Date())
    if (!isLocalDate(on)) throw new Error(`--on ${on}: not a day`)
    const kind = values.kind ? lenderKinds.find((one) => one === values.kind) : lender.kind
    if (!kind) throw new Error(`--kind ${values.kind}: one of ${lenderKinds.join(', ')}`)
    return { on, kind }
  },
  run: async (database, options) => {
    const { facts, breaks } = await reportLaw(database, options)
    for (const line of facts) console.log(line)
    for (const line of breaks) console.log(`breaks: ${line}`)
    if (breaks.length > 0) process.exitCode = 1
  },
})
