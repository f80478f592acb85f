import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBusinessDate } from '@qingzhou/lending/ledger/index'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { run } from '../product/run.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { compileCache } from '../tests/test-cache.ts'

let directory: string
let url: string
let database: PoolDatabase
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'qingzhou-staff-'))
  url = await createTestDatabase()
  database = createDatabase(url, { max: 1, onIdleError: () => {} })
})
afterAll(async () => {
  await database.close()
  await rm(directory, { recursive: true, force: true })
})

type Command = 'staff' | 'audit' | 'proposals' | 'rates'

function folderOf(command: Command): string {
  return command === 'proposals' || command === 'rates' ? 'as-staff' : 'operate'
}

function call(
  command: Command,
  words: string[],
  input = '',
): Promise<{ code: number; output: string }> {
  return run(
    process.execPath,
    [join(import.meta.dirname, '..', folderOf(command), `${command}.ts`), ...words],
    {
      env: { PATH: process.env['PATH'], ...compileCache, DATABASE_URL: url, DATA_DIR: directory },
      input,
    },
  )
}

const PASSWORD = 'Calm_Water_1'
const adding = [
  'add',
  'zhang',
  '--name',
  '张三',
  '--roles',
  'reviewer,operator',
  '--password-stdin',
]

describe('npm run staff', { timeout: 60_000 }, () => {
  it('adds a member of staff, and only once', async () => {
    expect(await call('staff', adding, `${PASSWORD}\n`)).toEqual({
      code: 0,
      output: 'zhang is S000001: operator, reviewer.\n',
    })
    const again = await call('staff', adding, `${PASSWORD}\n`)
    expect(again).toEqual({ code: 1, output: 'The username zhang is taken.\n' })
  })

  it('changes roles and password, disables and enables a member, and lists all', async () => {
    for (const words of [
      ['roles', 'zhang', 'auditor', '--until', '2099-12-31'],
      ['roles', 'zhang', 'admin'],
      ['password', 'zhang', '--password-stdin'],
      ['phone', 'zhang', '13912345678'],
      ['link', 'zhang', '--issuer', 'https://login.example', '--subject', 'person-1'],
      ['unlink', 'zhang'],
      ['disable', 'zhang'],
    ]) {
      const { code, output } = await call('staff', words, 'Other_Water_2')
      expect([code, output]).toEqual([0, 'Done. Every session of zhang (S000001) has ended.\n'])
    }
    const listed = await call('staff', ['list'])
    expect(listed.output).toBe('S000001 zhang 张三 admin (disabled)\n')
    expect((await call('staff', ['enable', 'zhang'])).code).toBe(0)
  })

  it('removes locks and resets a second factor', async () => {
    expect(await call('staff', ['unlock', 'zhang'])).toEqual({
      code: 0,
      output: 'Done. zhang (S000001) may try again.\n',
    })
    for (const act of ['require-second-factor', 'reset-second-factor']) {
      expect((await call('staff', [act, 'zhang'])).output).toBe(
        'Done. Every session of zhang (S000001) has ended.\n',
      )
    }
    await database.query(
      `INSERT INTO staff_sign_in_failures (staff_no, hour, failures, locks)
       VALUES ('', date_trunc('hour', now()), 7, 1)`,
    )
    const { output } = await call('staff', ['failures'])
    expect(output).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00Z unknown usernames: 7 failed, 1 locked\n$/)
  })

  it('reports what is wrong, and changes nothing', async () => {
    const wrong: [string[], string, RegExp][] = [
      [adding.with(1, 'li'), '12345678', /^A password has 8 to 64/],
      [adding.with(1, 'li').slice(0, -1), PASSWORD, /^There is no terminal/],
      [['roles', 'unknown', 'admin'], '', /^No member of staff has the username unknown/],
      [['unlock', 'unknown'], '', /^No member of staff has the username unknown/],
      [['reset-second-factor', 'unknown'], '', /^No member of staff has the username unknown/],
      [['roles', 'zhang', 'king'], '', /^Roles are one or more of/],
      [['roles', 'zhang'], '', /^Roles are one or more of/],
      [['roles', 'zhang', 'auditor'], '', /^An auditor has no other role, and a last day/],
      [['roles', 'zhang', 'admin', '--until', 'soon'], '', /^--until must be a day/],
      [['add', 'Li', '--name', '李'], '', /^A username has/],
      [['phone', 'zhang', '23912345678'], '', /^A phone has 11 digits/],
      [[...adding.with(1, 'li'), '--phone', '1391234567'], '', /^A phone has 11 digits/],
      [['remove', 'zhang'], '', /^There is no command remove/],
      [[], '', /^What is to be done/],
    ]
    for (const [words, input, complaint] of wrong) {
      const { code, output } = await call('staff', words, input)
      expect([code, complaint.test(output) ? '' : output]).toEqual([1, ''])
    }
    expect((await call('staff', ['list'])).output).toBe('S000001 zhang 张三 admin\n')
  })

  it('writes every change to the staff log', async () => {
    const acts = await database.query<{ line: string }>(
      `SELECT concat_ws(' ', actor, act, about) AS line FROM staff_log ORDER BY log_no`,
    )
    expect(acts.map(({ line }) => line)).toEqual([
      'command add-staff staff=S000001 roles=operator,reviewer',
      'command change-roles staff=S000001 roles=auditor until=2099-12-31',
      'command change-roles staff=S000001 roles=admin',
      'command change-password staff=S000001',
      'command change-staff-phone staff=S000001',
      'command link-oidc staff=S000001',
      'command unlink-oidc staff=S000001',
      'command disable-staff staff=S000001',
      'command enable-staff staff=S000001',
      'command unlock-staff staff=S000001',
      'command require-second-factor staff=S000001',
      'command reset-second-factor staff=S000001',
    ])
  })
})

describe('npm run audit', { timeout: 60_000 }, () => {
  it('finds nothing in an unchanged log, and prints the last row', async () => {
    const { code, output } = await call('audit', ['verify'])
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^What staff did: 12 rows read, all as they were written\.\nWhat was done for customers: 0 rows read, all as they were written\.\nThe staff log ends with --known 12:[0-9a-f]{64}\n$/,
      ),
    ])
    const known = /12:[0-9a-f]{64}/.exec(output)?.[0] ?? ''
    expect(await call('audit', ['verify', '--known', known])).toMatchObject({
      code: 0,
      output: expect.stringContaining('Row 12 of the staff log is still what it was.'),
    })
    const other = known.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    expect((await call('audit', ['verify', '--known', other])).code).toBe(1)
    expect((await call('audit', ['verify', '--known', 'x'])).code).toBe(1)
  })

  it('names the changed row, and fails', async () => {
    await database.inTransaction(async (tx) => {
      await tx.query('ALTER TABLE staff_log DISABLE TRIGGER refuse_change')
      await tx.query(`UPDATE staff_log SET act = 'enable-staff' WHERE log_no = 4`)
      await tx.query('ALTER TABLE staff_log ENABLE TRIGGER refuse_change')
    })
    const { code, output } = await call('audit', ['verify'])
    expect(code).toBe(1)
    expect(output).toContain(
      'What staff did: 12 rows read, row 4 is not as it was written, or is gone.',
    )
  })
})

describe('npm run proposals', { timeout: 60_000 }, () => {
  it('signs the member of staff in as the staff area does, and counts wrong passwords', async () => {
    const file = join(directory, 'password')
    await writeFile(file, 'Wrong_Water_3\n')
    const words = ['list', '--as', 'zhang', '--password-file', file]
    expect(await call('proposals', words)).toEqual({
      code: 1,
      output: 'Refused (staff-password-wrong): 用户名或密码有误，还可以再试 4 次\n',
    })
    await writeFile(file, 'Other_Water_2\n')
    // A second factor is required of zhang, who has not enrolled one yet.
    expect((await call('proposals', words)).output).toMatch(/^Sign in to the staff area once/)
    await database.query(`UPDATE staff SET second_factor_required = false`)
    expect(await call('proposals', words)).toEqual({ code: 0, output: 'No proposals.\n' })
    const [open] = await database.query<{ sessions: number }>(
      `SELECT count(*)::int AS sessions FROM staff_sessions`,
    )
    expect(open).toEqual({ sessions: 0 })
    expect((await call('proposals', ['list'])).output).toMatch(/^--as names the member of staff/)
  })
})

describe('npm run rates', { timeout: 60_000 }, () => {
  it('proposes a file as a whole, or names the wrong row; lists what is recorded and what is missing', async () => {
    await startBusinessDate(database)
    const [password, file] = [join(directory, 'password'), join(directory, 'holidays.txt')]
    await writeFile(password, 'Other_Water_2\n')
    const rates = (...words: string[]) =>
      call('rates', [...words, '--as', 'zhang', '--password-file', password])
    await writeFile(file, '# 2099\ncalendar 2099-10-01 holiday\n\ncalendar 2099-10-32 holiday\n')
    const reason = ['--reason', '国务院办公厅通知']
    expect(await rates('import', file, ...reason)).toEqual({
      code: 1,
      output: 'Refused (dated-row-refused): “calendar 2099-10-32 holiday”：日期不正确\n',
    })
    await writeFile(file, '# 2099\ncalendar 2099-10-01 holiday\ncalendar 2099-10-10 workday\n')
    expect((await rates('import', file)).output).toMatch(/^--reason says where/)
    const { code, output } = await rates('import', file, ...reason)
    expect([code, output]).toEqual([
      0,
      `日历：2099-10-01 休息
日历：2099-10-10 上班
Proposed as P000001. Another member of staff approves it: npm run proposals -- approve P000001
`,
    ])
    const listed = await rates('list', '--kind', 'prime-rate')
    expect(listed.output).toMatch(/^prime-rate 2025-05-20 3\.0000% - \d{4}-\d\d-\d\d$/m)
    expect(listed.output).toMatch(/^missing: prime-rate: no row since 2025-05-20/m)
    expect(listed.output).not.toContain('calendar 2099')
    expect((await rates('list', '--kind', 'libor')).output).toMatch(/^--kind is one of/)
  })
})
