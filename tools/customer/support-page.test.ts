import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { insertCustomer } from '@qingzhou/server/features/onboarding/customers/customer-store.ts'
import { addStaff } from '@qingzhou/server/features/staff-members/index.ts'
import { draw as drawLoan, openLimit } from '@qingzhou/server/lending/index.ts'
import { startBusinessDate } from '@qingzhou/server/lending/ledger/index.ts'
import { setBusinessDate } from '@qingzhou/server/lending/ledger/testing/business-date.ts'
import { dayInShanghai } from '@qingzhou/server/platform/clock.ts'
import { customerNo } from '@qingzhou/server/platform/ids.ts'
import { createDatabase, type PoolDatabase } from '@qingzhou/server/platform/database/pool.ts'
import { createVault } from '@qingzhou/server/platform/database/vault/vault.ts'
import { readConfig } from '@qingzhou/server/platform/config/config.ts'
import { checkVaultKeys } from '@qingzhou/server/platform/database/vault/key-check-store.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { differencesCommand, paymentsCommand } from '../payments/command.ts'
import { proposalsCommand } from '../staff/proposals-command.ts'
import { runStaffCommand } from '../staff/staff-command.ts'
import { root } from '../root.ts'
import { customerCommand } from './command.ts'

const CUSTOMER = customerNo('17000000000000000001')
const PASSWORD = 'Calm_Water_1'

/** The words of the page that are others in each run. */
const placeholders = new Map<string, string>()

type Output = Record<'print' | 'complain', (line: string) => void>
type Run = (words: readonly string[], output: Output) => Promise<number>
const commands: Readonly<Record<string, Run>> = {
  customer: (...run) => runStaffCommand(customerCommand, ...run),
  proposals: (...run) => runStaffCommand(proposalsCommand, ...run),
  payments: (...run) => runStaffCommand(paymentsCommand, ...run),
  reconcile: (...run) => runStaffCommand(differencesCommand, ...run),
}

let folder: string
let database: PoolDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qingzhou-support-'))
  const url = await createTestDatabase()
  process.env['MODE'] = 'sandbox'
  process.env['DATABASE_URL'] = url
  process.env['DATA_DIR'] = folder
  database = createDatabase(url, { max: 2, role: 'qingzhou_app', onIdleError: () => {} })
  const { vaultKeys } = readConfig({
    DATABASE_URL: url,
    DATA_DIR: folder,
    SANDBOX_URL: 'http://127.0.0.1',
    SANDBOX_SECRET: 'not needed',
  })
  await checkVaultKeys(database, vaultKeys)
  const services = { database, vault: createVault(vaultKeys), now: () => new Date() }
  for (const [username, role] of [
    ['mei', 'operator'],
    ['lin', 'reviewer'],
  ] as const) {
    const member = { username, name: username, avatar: '', roles: [role], phone: undefined }
    await addStaff(services, { ...member, password: PASSWORD })
    await writeFile(join(folder, `${username}.password`), `${PASSWORD}\n`)
  }
  await startBusinessDate(database)
  await insertCustomer(database, services, {
    customer: CUSTOMER,
    userId: '1',
    phone: '13900000001',
    channel: 'test',
    uriId: undefined,
    bankPartnerCode: undefined,
  })
  const act = { customer: CUSTOMER, requestNo: 'limit-of-a-test', actor: 'system' }
  const limit = { amount: fen(50_000_00n), grade: 'C', lender: 'consumer-finance' } as const
  await openLimit(services, act, limit)
  const draw = { amount: fen(12_000_00n), months: 12, method: 'equal-instalments' } as const
  const wanted = { ...draw, purpose: 'travel' } as const
  const drawn = { ...act, requestNo: 'draw-of-a-test' }
  const today = dayInShanghai(new Date())
  // An instalment is due.
  await setBusinessDate(database, addDays(today, -40))
  const { loanNo } = await drawLoan({ ...services, serviceFees: [] }, drawn, wanted)
  await setBusinessDate(database, today)
  placeholders.set('L17000000000000000001', loanNo).set('2026-11-15', today)
  await database.query(
    `INSERT INTO transfer_differences (provider, moved_on, order_no, finding, kind, theirs_fen, found_at)
     VALUES ('bank', $1, '5f0c7e2a91d34b68', 'missing-with-us', 'debit', 20000, now())`,
    [today],
  )
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** The commands of the page, as arguments. */
async function commandsOfPage(): Promise<string[][]> {
  const page = await readFile(join(root, 'docs/support.md'), 'utf8')
  const blocks = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => line !== '')
  return lines.map((line) => {
    const [, , script = '', , ...words] = line.match(/"[^"]*"|\S+/g) ?? []
    return [script, ...words.map((word) => word.replaceAll('"', ''))]
  })
}

/** Runs a command in this process, as `tools/operate` does in its own. */
async function call([script = '', ...words]: readonly string[]) {
  const lines: string[] = []
  const output = {
    print: (line: string) => void lines.push(line),
    complain: (line: string) => void lines.push(line),
  }
  const given = words
    .map((word) => placeholders.get(word) ?? word)
    .map((word) => (IN_FOLDER.test(word) ? join(folder, word) : word))
  const run = commands[script]
  if (!run) throw new Error(`npm run ${script} is no command for staff`)
  const code = await run(given, output)
  return { code, output: `${lines.join('\n')}\n` }
}

const MORE_THAN_PAID = /^Refused \(more-than-paid\)/

/** The files of the page. */
const IN_FOLDER = /^(mei\.password|lin\.password|data\.json)$/

it('the commands of docs/support.md work one after the other', { timeout: 300_000 }, async () => {
  const outputs: string[] = []
  for (const command of await commandsOfPage()) {
    const { code, output } = await call(command)
    expect([command.join(' '), code, code === 0 ? '' : output]).toEqual([command.join(' '), 0, ''])
    outputs.push(output)
  }
  const printed = outputs.join('')
  expect(printed).toContain(`${CUSTOMER}\n`)
  expect(printed).toContain('phone 139****0001')
  expect(printed).toContain('P000001 is done. phone=new face=none')
  expect(printed).toContain('P000002 is rejected.')
  expect(printed).toContain('they moved it, we have not booked it (ours -, theirs 200.00)')
  expect(printed).toMatch(/入账 800\.00 元，[\d-]{10} 到账，银行流水号 ICBC-20261115-1/)
  expect(printed).toContain('P000005 is done. payment=P000005 overpaid=0')
  expect(printed).toContain('P000006 is done. payment=P000006 overpaid=0')
  expect(printed).toContain('P000007 is done. refund=P000007')
  const data: unknown = JSON.parse(await readFile(join(folder, 'data.json'), 'utf8'))
  expect(data).toMatchObject({ customer: CUSTOMER, phone: '13900000002' })
  const [state] = await database.query<{ granted_fen: bigint; state: string; open: number }>(
    `SELECT granted_fen, state, (SELECT count(*)::int FROM customer_blocks
                                    WHERE customer_no = $1 AND ended_at IS NULL) AS open
         FROM limits WHERE customer_no = $1`,
    [CUSTOMER],
  )
  expect(state).toEqual({ granted_fen: 20_000_00n, state: 'frozen', open: 1 })
})

it('a second person is needed, and mistakes are reported before anyone signs in', async () => {
  const mei = ['--as', 'mei', '--password-file', 'mei.password']
  const reason = ['--reason', '测试']
  const raise = ['customer', 'raise', CUSTOMER, '--amount', '30000', ...reason, ...mei]
  expect((await call(raise)).output).toMatch(/^Refused \(limit-frozen\)/)
  const data = ['customer', 'data', CUSTOMER, ...reason, ...mei]
  expect((await call(data)).output).toMatch(/^Proposed as P000008\. Another/)
  const own = await call(['proposals', 'approve', 'P000008', ...mei])
  expect([own.code, own.output]).toEqual([
    1,
    expect.stringMatching(/^Refused \(staff-not-allowed\)/),
  ])
  const ofLoan = ['--customer', CUSTOMER, '--loan', 'L17000000000000000001']
  const taken = ['--payment', 'x-1', '--day', '2026-11-15', '--cause', 'bounced']
  const reversed = ['reverse', '--customer', CUSTOMER, ...taken]
  const wrong: [string[], RegExp][] = [
    [['customer', 'raise', CUSTOMER, '--amount', 'x', ...reason, ...mei], /^--amount is/],
    [['customer', 'find', '--phone', '1', '--card', '2', ...mei], /^Search by one of/],
    [['customer', 'freeze', CUSTOMER, ...mei], /^--reason is missing/],
    [['customer', 'remove', CUSTOMER, ...mei], /^There is no command remove/],
    [['customer', 'show', ...mei], /^Name the customer by number/],
    [['payments', 'book', ...reason, ...mei], /^--customer is missing/],
    [['payments', 'refund', ...ofLoan, '--amount', '5 yuan', ...reason, ...mei], /^5 yuan is not/],
    [['payments', 'refund', ...ofLoan, '--amount', '5.00', ...mei], /^--reason says why/],
    [['payments', 'close', ...reason, ...mei], /^It is one of book, match, reverse, refund/],
    [['payments', 'refund', ...ofLoan, '--amount', '9000.00', ...reason, ...mei], MORE_THAN_PAID],
    [['payments', ...reversed, ...reason, ...mei], /^Refused \(payment-unknown\)/],
  ]
  for (const [words, complaint] of wrong) {
    const { code, output } = await call(words)
    expect([words.join(' '), code, complaint.test(output)]).toEqual([words.join(' '), 1, true])
  }
}, 120_000)
