import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { insertCustomer } from '@qingzhou/server/features/onboarding/customers/customer-store.ts'
import { addStaff } from '@qingzhou/server/features/staff-members/index.ts'
import { openLimit, readLoans } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import { customerNo } from '@qingzhou/platform/ids'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { readConfig } from '@qingzhou/platform/config/config'
import { checkVaultKeys } from '@qingzhou/platform/database/vault/key-check-store'
import { createTestDatabase } from '../postgres/test-database.ts'
import { differencesCommand, paymentsCommand } from '../payments/command.ts'
import { proposalsCommand } from '../staff/proposals-command.ts'
import { runStaffCommand } from '../staff/staff-command.ts'
import { root } from '../root.ts'
import { customerCommand } from './command.ts'

const CUSTOMER = customerNo('17000000000000000001')
const OTHER = customerNo('17000000000000000002')
const PASSWORD = 'Calm_Water_1'

let folder: string
let database: PoolDatabase
/** The numbers of the loans L1 and L2. */
let loans: string[]
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
  await setBusinessDate(database, localDate('2026-01-15'))
  for (const [customer, phone] of [
    [CUSTOMER, '13900000001'],
    [OTHER, '13900000003'],
  ] as const) {
    const account = { customer, userId: customer, phone, channel: 'test', uriId: undefined }
    await insertCustomer(database, services, { ...account, bankPartnerCode: undefined })
    const act = { customer, requestNo: 'limit-of-a-test', actor: 'system' }
    const limit = { amount: fen(50_000_00n), grade: 'C', lender: 'consumer-finance' } as const
    await openLimit(services, act, limit)
  }
  loans = []
  for (const requestNo of ['draw-1', 'draw-2']) {
    const act = { customer: OTHER, requestNo, actor: 'customer' }
    const { loanNo } = await drawLoan({ ...services, serviceFees: [] }, act, {
      amount: fen(12_000_00n),
      months: 12,
      method: 'equal-instalments',
      purpose: 'travel',
    })
    loans.push(loanNo)
  }
  await setBusinessDate(database, localDate('2026-03-20'))
  await database.query(
    `INSERT INTO transfer_differences (provider, transferred_on, order_no, finding, kind, reported_fen, found_at)
     VALUES ('bank', '2026-03-18', '5f0c7e2a91d34b68', 'missing-with-us', 'debit', 20000, now())`,
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
    return [script, ...words.map((word) => inLoans(word.replaceAll('"', '')))]
  })
}

const inLoans = (word: string) => loans[['L1', 'L2'].indexOf(word)] ?? word

type Output = Parameters<typeof runStaffCommand>[2]

const runners: Readonly<
  Record<string, (words: readonly string[], output: Output) => Promise<number>>
> = {
  customer: (words, output) => runStaffCommand(customerCommand, words, output),
  payments: (words, output) => runStaffCommand(paymentsCommand, words, output),
  proposals: (words, output) => runStaffCommand(proposalsCommand, words, output),
  reconcile: (words, output) => runStaffCommand(differencesCommand, words, output),
}

/** Runs a command in this process, as `tools/operate` does in its own. */
async function call([script = '', ...words]: readonly string[]) {
  const lines: string[] = []
  const output = {
    print: (line: string) => void lines.push(line),
    complain: (line: string) => void lines.push(line),
  }
  const inFolder = words.map((word) => (IN_FOLDER.test(word) ? join(folder, word) : word))
  const code = await runners[script]?.(inFolder, output)
  return { code, output: `${lines.join('\n')}\n` }
}

const MORE_THAN_PAID = /^Refused \(more-than-paid\)/

/** The files of the page. */
const IN_FOLDER = /^(mei\.password|lin\.password|data\.json)$/

it('the commands of docs/support.md work one after the other', { timeout: 300_000 }, async () => {
  const commands = await commandsOfPage()
  const outputs: string[] = []
  for (const command of commands) {
    const { code, output } = await call(command)
    expect([command.join(' '), code, code === 0 ? '' : output]).toEqual([command.join(' '), 0, ''])
    outputs.push(output)
  }
  const printed = outputs.join('')
  expect(printed).toContain(`${CUSTOMER}\n`)
  expect(printed).toContain('phone 139****0001')
  expect(printed).toContain('P000001 is done. phone=new face=none')
  expect(printed).toContain('P000002 is rejected.')
  expect(printed).toContain(`P000006 is done. payment=P000006 from=${loans[0]} to=${loans[1]}`)
  expect(printed).toContain('P000007 is done. part=penalty waived=200')
  expect(printed).toContain('they moved it, we have not booked it (ours -, theirs 200.00)')
  expect(printed).toContain('P000008 is done. payment=P000008 overpaid=0')
  expect(printed).toContain('P000009 is renewed.')
  expect(printed).toContain('P000009 is done. refund=P000009')
  const records = await readLoans(database, OTHER)
  const [wrong, right] = loans.map((no) => records.find(({ loanNo }) => loanNo === no)?.loan)
  expect(wrong?.instalments[0]).toMatchObject({ paid: { interest: 0n }, waived: { penalty: 200n } })
  expect(right?.instalments[0]?.paid.interest).toBe(144_00n)
  const data: unknown = JSON.parse(await readFile(join(folder, 'data.json'), 'utf8'))
  expect(data).toMatchObject({
    customer: CUSTOMER,
    tables: { customers: [{ phone: '13900000002' }] },
  })
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
  expect((await call(data)).output).toMatch(/^Proposed as P000010\. Another/)
  const own = await call(['proposals', 'approve', 'P000010', ...mei])
  expect([own.code, own.output]).toEqual([
    1,
    expect.stringMatching(/^Refused \(staff-not-allowed\)/),
  ])
  const ofLoan = ['--customer', OTHER, '--loan', loans[0] ?? '']
  const wrong: [string[], RegExp][] = [
    [['customer', 'raise', CUSTOMER, '--amount', 'x', ...reason, ...mei], /^--amount is/],
    [['customer', 'find', '--phone', '1', '--card', '2', ...mei], /^Search by one of/],
    [['customer', 'freeze', CUSTOMER, ...mei], /^--reason is missing/],
    [['customer', 'remove', CUSTOMER, ...mei], /^There is no command remove/],
    [['customer', 'show', ...mei], /^Name the customer by number/],
    [['payments', 'book', ...reason, ...mei], /^--customer is missing/],
    [['payments', 'refund', ...ofLoan, '--amount', '5 yuan', ...reason, ...mei], /^5 yuan is not/],
    [['payments', 'refund', ...ofLoan, '--amount', '5.00', ...mei], /^--reason says why/],
    [['payments', 'refund', ...ofLoan, '--amount', '9000.00', ...reason, ...mei], MORE_THAN_PAID],
  ]
  for (const [words, complaint] of wrong) {
    const { code, output } = await call(words)
    expect([words.join(' '), code, complaint.test(output)]).toEqual([words.join(' '), 1, true])
  }
}, 120_000)
