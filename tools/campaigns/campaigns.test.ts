import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase } from '../postgres/test-database.ts'
import { run } from '../product/run.ts'
import { readList } from './list-file.ts'
import { readOptions } from './options.ts'

const who = ['--rule', 'grade=A+B,available=1000,idle=30']
const coupon = ['coupons', 'create', '--number', 'spring-1', '--benefit', 'days=15']

describe('the options of a campaign', () => {
  it('name what is given, to whom, and how many at most', () => {
    const words = [
      ...coupon,
      '--until',
      '2026-12-31',
      ...who,
      '--by',
      'mei',
      '--limit',
      '50',
      '--dry-run',
    ]
    expect(readOptions(words)).toMatchObject({
      act: 'create-campaign',
      isDryRun: true,
      order: {
        campaignNo: 'spring-1',
        by: 'mei',
        peopleMax: 50,
        terms: {
          kind: 'coupons',
          benefit: { kind: 'interest-free-days', days: 15 },
          months: [3, 6, 9, 12, 24],
          uriId: 'sms-invite',
        },
        audience: { by: 'borrower-rule', grades: ['A', 'B'], availableMin: 100_000n, idleDays: 30 },
      },
    })
  })

  it('end a day with its last moment in Shanghai', () => {
    const words = ['bank-partners', 'create', '--number', 'GD1001', '--name', '某银行']
    expect(readOptions([...words, '--until', '2099-12-31'])).toMatchObject({
      entry: { until: new Date('2099-12-31T16:00:00Z') },
    })
  })

  it.each([
    [[], 'Nothing is nothing to make'],
    [['cars', 'create'], 'cars is nothing to make'],
    [['coupons', 'destroy', '--number', 'x'], 'destroy is no command'],
    [['coupons', 'create', '--number', 'a b'], '--number has up to 40'],
    [[...coupon, ...who], '--until is the last day'],
    [[...coupon, '--until', '2026-12-31'], '--list names a file'],
    [[...coupon, '--until', '2026-12-31', '--rule', 'colour=red'], 'colour is no part of a rule'],
    [[...coupon, '--until', '2026-12-31', ...who, '--limit', '100001'], '--limit is from 1'],
    [
      ['coupons', 'create', '--number', 'x', '--benefit', 'car', '--until', '2026-12-31', ...who],
      '--benefit is',
    ],
    [
      [
        'invitations',
        'create',
        '--number',
        'x',
        '--amount',
        '1e3',
        '--grade',
        'B',
        '--until',
        '2026-12-31',
        ...who,
      ],
      '--amount is an amount',
    ],
    [
      [
        'invitations',
        'create',
        '--number',
        'x',
        '--amount',
        '1000',
        '--grade',
        'F',
        '--until',
        '2026-12-31',
        ...who,
      ],
      'A grade is one of',
    ],
    [
      [
        'downloads',
        'create',
        '--number',
        'x',
        '--page',
        'download1',
        '--ios',
        'javascript:alert(1)',
      ],
      '--ios is an https address',
    ],
    [['downloads', 'create', '--number', 'x', '--page', 'download1'], '--ios or --android'],
    [
      ['downloads', 'create', '--number', 'x', '--page', 'home', '--ios', 'https://a.example'],
      '--page is one of',
    ],
    [['notices', 'create', '--number', 'x', '--text', ' '], '--text has 1 to'],
    [
      ['notices', 'create', '--number', 'x', '--text', 'y', '--until', '2020-01-01'],
      '--until is before',
    ],
    [['bank-partners', 'create', '--number', 'x', '--closing'], '--closing is for notices'],
    [['notices', 'end', '--number', 'x', '--dry-run'], '--dry-run is for create'],
  ])('the options of a campaign refuse %j', (words, why) => {
    expect(() => readOptions(words)).toThrow(why)
  })
})

describe('a list of people', () => {
  it('has one phone or customer number a line, and wrong lines are named without their text', () => {
    expect(readList('13800000001\r\n\n10000000000000000001\n')).toEqual([
      '13800000001',
      '10000000000000000001',
    ])
    expect(() => readList('13800000001\n张三\n1380')).toThrow(/2 lines .*: 2, 3\.$/)
    expect(() => readList(' \n')).toThrow('The list is empty.')
  })
})

describe('npm run campaigns', { timeout: 60_000 }, () => {
  let directory: string
  let url: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'qingzhou-campaigns-'))
    url = await createTestDatabase()
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  const call = (...words: string[]) =>
    run(process.execPath, [join(import.meta.dirname, '../operate', 'campaigns.ts'), ...words], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url, DATA_DIR: directory },
    })

  it(
    'makes, lists and ends landing links, invitations and notices',
    { timeout: 180_000 },
    async () => {
      const link = ['landing-links', 'create', '--number', 'sms-invite', '--name', '短信邀请']
      expect(await call(...link)).toEqual({ code: 0, output: 'Created sms-invite.\n' })
      expect(await call(...link)).toEqual({ code: 1, output: 'The number sms-invite is taken.\n' })

      const list = join(directory, 'people.txt')
      await writeFile(list, '13800000001\n13800000002\n')
      const terms = ['--amount', '30000', '--grade', 'B', '--until', '2099-12-31']
      const invite = ['invitations', 'create', '--number', 'spring', '--list', list, ...terms]
      expect((await call(...invite)).output).toContain('The last day is from')
      const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
      const good = [...invite.slice(0, -1), soon]
      expect((await call(...good, '--dry-run')).output).toContain(
        'Would give under spring: 2 of 2 people',
      )
      expect((await call(...good)).output).toContain('Gave under spring: 2 of 2 people')
      expect((await call('invitations', 'list')).output).toBe(
        `spring by lender: 30,000.00 grade B until ${soon}, 2 people, 2 given, 0 used, open\n`,
      )
      expect((await call('invitations', 'end', '--number', 'spring')).output).toBe(
        'Ended spring: 2 withdrawn.\n',
      )
      const notice = ['notices', 'create', '--number', 'upgrade', '--text', '今晚升级', '--closing']
      expect(await call(...notice)).toEqual({ code: 0, output: 'Created upgrade.\n' })
      expect((await call('notices', 'list')).output).toMatch(
        /^upgrade from \S+ closing, open: 今晚升级$/m,
      )
      expect((await call('notices', 'end', '--number', 'upgrade')).code).toBe(0)
      expect(await call('notices', 'end', '--number', 'upgrade')).toEqual({
        code: 1,
        output: 'Nothing of the number upgrade is running.\n',
      })
    },
  )
})
