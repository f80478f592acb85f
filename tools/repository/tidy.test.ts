import { basename, dirname } from 'node:path'

import { describe, expect, it } from 'vitest'

import * as tables from '@qingzhou/contract/wire/names'
import * as params from '@qingzhou/contract/wire/params'
import { files } from './repository.ts'
import type { SourceFile } from './repository.ts'
import { screenRows } from './spec-tables.ts'

type Rule = {
  name: string
  looksAt: RegExp
  complains: (text: string, path: string) => boolean
  /** A file that violates the rule, so that a rule that can no longer fail is detected. */
  broken: SourceFile
}

const LINES_MAX = 300
/** Files side by side. Migrations are only ever added, and decisions are one numbered list. */
const FILES_MAX = 20
const GROWING = ['packages/platform/src/database/migrations', 'docs/decisions']
const SQL =
  /(['"`])(?:\\.|(?!\1)[^\\])*?\b(?:SELECT\b(?:(?!\1)[^\\])*?\bFROM\b|INSERT INTO\b|UPDATE\s+\S+(?:\s+AS\s+\w+)?\s+SET\b|DELETE FROM\b)/

/** Statements of the database itself, and of no table of a feature. */
const SQL_OF_THE_DATABASE = new Set([
  // Creates and reads the table of migrations, and asks who owns the schema.
  'packages/platform/src/database/migrate.ts',
  // Asks the server who holds the lock that migrations wait for.
  'packages/platform/src/database/migration-lock.ts',
  // Goes over every table that has sealed columns.
  'packages/platform/src/database/vault/reseal.ts',
  // Joins the statements of the stores into one.
  'packages/platform/src/database/pipeline/statement.ts',
])

/** The names of the specification; `instalment` is also the noun, so only its use as a number counts. */
const wireNames = Object.values(tables)
  .flatMap((table) => Object.keys(table))
  .concat(Object.values(params))
  .filter((name) => name !== 'instalment')
const WIRE_NAME = new RegExp(
  `\\b(${[...new Set(wireNames)].join('|')})\\b|\\binstalment: ?(\\d|months\\b)`,
)

/** Tests of bodies as they are on the wire, and of rows that an older version wrote. */
const WITH_WIRE_NAMES = new Set([
  'apps/server/src/http/testing/cross-customer-requests.ts',
  'apps/server/src/http/sessions/other-customers.test.ts',
  'packages/platform/src/database/migrations.test.ts',
])

const screenPaths = new Set(screenRows.map((row) => row.path))

/** Words of an earlier private style, in comments and test titles. */
const DIALECT =
  /(?:^\s*(?:\/\/|\*|\/\*\*|--)|\b(?:it|describe|test)(?:\.each\(.*\))?\(\s*['"`]).*\b(?:somebody|whoever|whomever|anew|afresh|hereby|thereof|as it were|stood up for|gone by)\b/im

/** Evidence, certificate, document, deferral, forbearance and bill conversion; not an address. */
const EARLIER_WORDS =
  /(?<![/\w])(proofNos?|Proof(State|Subject|Upload|Event|sScreen)|proof(State|Subject|Upload|Event|Count)s?|HandledProof|(choose|send|review|upload|move|staff|list|settlement)Proofs?|PaperOf|(Printed|Mailed|[fF]ind|new)Paper\w*|delay(Offer|Shapes|Quote|able|ForRelief)|Delay(Quote|Screen|ForReliefScreen)|relieve[ds]?|second(Plan|Instalment))\b/

const rules: Rule[] = [
  {
    name: 'an outside address is spelled in calls.ts only',
    looksAt: /^(?!packages\/contract\/src\/calls\.ts|qa\/|tools\/).*\.tsx?$/,
    complains: (text) => /['"`]\/(byfront-core|ams-oms|app-front|acc-front)\//.test(text),
    broken: { path: 'apps/web/src/shared/x.ts', text: `fetch('/byfront-core/user/login')` },
  },
  {
    name: 'a wire name is spelled in packages/contract only',
    looksAt: /^(?!packages\/contract\/|tools\/repository\/tidy).*\.tsx?$/,
    complains: (text, path) => !WITH_WIRE_NAMES.has(path) && WIRE_NAME.test(text),
    broken: { path: 'apps/web/src/features/loans/x.ts', text: `result({ loanSeqNo: drawNo })` },
  },
  {
    name: 'the path of a screen is spelled in the two lists of them only, and in tests',
    looksAt:
      /^(?!apps\/web\/src\/app\/routes\.ts|packages\/contract\/src\/pages\.ts|apps\/sandbox\/)(apps|packages)\/.*(?<!\.test)\.tsx?$/,
    complains: (text) =>
      [...text.matchAll(/['"`](\/[\w/:]+)['"`]/g)].some(([, path = '']) => screenPaths.has(path)) ||
      /['"`][^'"`\s]*#\/[A-Za-z]/.test(text),
    broken: { path: 'apps/web/src/features/loans/x.tsx', text: `open('/loan/loan')` },
  },
  {
    name: `a file has at most ${LINES_MAX} lines, the two tables excepted`,
    looksAt:
      /^(?!packages\/contract\/src\/calls\.ts|apps\/web\/src\/app\/routes\.ts).*\.(css|tsx?)$/,
    complains: (text) => text.split('\n').length > LINES_MAX + 1,
    broken: { path: 'tools/x.ts', text: 'x\n'.repeat(LINES_MAX + 1) },
  },
  {
    name: 'a form says what is missing on its own button, and the button leads to the field',
    looksAt: /^apps\/web\/src\/.*(?<!\.test)\.tsx?$/,
    complains: (text) =>
      /<form\b|<button\b[^>]*type="submit"|\bunavailable(?:: |=\{?)[^,{\n]*['"]请/.test(text),
    broken: {
      path: 'apps/web/src/features/x.tsx',
      text: `<Button unavailable="请先选择借款期限">`,
    },
  },
  {
    name: 'SQL is written in *-store.ts only',
    looksAt:
      /^(apps\/(server|desk-api)|packages\/(platform|providers|lending))\/src\/(?!.*\/testing\/|testing\/).*(?<!-store|\.test)\.ts$/,
    complains: (text, path) => !SQL_OF_THE_DATABASE.has(path) && SQL.test(withoutComments(text)),
    broken: {
      path: 'apps/server/src/features/loans/x.ts',
      text: 'await db.query(`\n  SELECT loan_no\n    FROM loans`)',
    },
  },
  {
    name: 'a function of a feature says which services it uses',
    looksAt: /^apps\/server\/src\/features\/(?!.*(\.test\.ts$|\/testing\/))/,
    complains: (text) =>
      /[:|&<(,]\s*Services\b(?!\[)(?!,\s*')/.test(text.replaceAll(/\bPick<\s*Services,/g, '')),
    broken: { path: 'apps/server/src/features/x.ts', text: 'function f({ vault }: Services) {}' },
  },
  {
    name: 'the desk and the sandbox take the name of the product from the brand',
    looksAt: /^apps\/(desk|sandbox)\/src\/(?!brand\.ts|merchant\.ts).*(?<!\.test)\.tsx?$/,
    complains: (text) => text.includes('轻舟'),
    broken: { path: 'apps/desk/src/x.tsx', text: '<h1>轻舟模拟台</h1>' },
  },
  {
    name: 'each app and each page has one Chinese name: 支付应用, 消息应用, 模拟台, 工作台 for staff',
    looksAt:
      /^(apps\/(?!sandbox\/src\/(alipay|wechat)\/bill\.ts)|packages\/|e2e\/).*\.(html|tsx?)$/,
    complains: (text, path) =>
      /支付宝|微信/.test(text) ||
      (text.includes('工作台') &&
        !/^(apps\/web\/src\/features|e2e)\/(.*\/)?(staff|tour)/.test(path)),
    broken: { path: 'apps/desk/src/x.tsx', text: '在支付宝打开' },
  },
  {
    name: 'a folder is named for what is in it',
    looksAt: /\//,
    complains: (_, path) => /(^|\/)(utils?|helpers?|common|types)\//.test(path),
    broken: { path: 'apps/web/src/utils/x.ts', text: '' },
  },
  {
    name: 'a source file is named in kebab-case',
    looksAt: /^(apps|packages|qa|tools|e2e)\/.*\.(css|sql|tsx?)$/,
    complains: (_, path) => !/^[a-z\d]+(-[a-z\d]+)*(\.[a-z\d-]+)+$/.test(basename(path)),
    broken: { path: 'apps/web/src/shared/MoneyText.tsx', text: '' },
  },
  {
    name: 'an import never climbs two levels',
    looksAt: /^(?!tools\/repository\/tidy).*\.tsx?$/,
    complains: (text) => /(from|import)\s*\(?\s*['"]\.\.\/\.\.\//.test(text),
    broken: { path: 'apps/web/src/app/x.ts', text: `import { y } from '../../y.ts'` },
  },
  {
    name: 'nothing has the type any',
    looksAt: /^(apps|packages)\/.*\.tsx?$/,
    complains: (text) => /\bas any\b|[:|&] any\b(?! [a-z])|<any>|\bany\[\]/.test(text),
    broken: { path: 'packages/domain/src/x.ts', text: 'export const x: any = 1' },
  },
  {
    name: 'names follow the vocabulary of docs/glossary.md',
    looksAt: /^(apps|packages|qa|e2e|tools)\/.*\.tsx?$/,
    complains: (text, path) =>
      path !== 'tools/repository/tidy.test.ts' &&
      (/\b(Means|Asked|Kept(?!Screen)[A-Z]\w*|hold(Books|Draw|Coupon|Loan|Phone|Link)|tellByMail|tryDraw\w*|tryPlan|wordsFor|wordsOf|letRun|askSoon|collectSoon|InputsQuery|spendTry|spendPaperLink|takeProof|isProven|quoteSecond|signSecond|applyForRelief|askBack|stepped|drawnUp|paperOf|unkept|behind-store|joinLoans|breakPlans?|spreadBill|nothingBehind)\b/.test(
        text,
      ) ||
        EARLIER_WORDS.test(text)),
    broken: { path: 'packages/lending/src/x.ts', text: 'type KeptLoan = Loan' },
  },
  {
    name: 'comments and test titles are plain English',
    looksAt: /^(?!tools\/repository\/tidy).*\.(css|sql|tsx?)$/,
    complains: (text) => DIALECT.test(text),
    broken: { path: 'packages/lending/src/x.ts', text: '// Nothing for whoever asks anew.' },
  },
  {
    name: 'nothing is left to do later',
    looksAt: /^(?!tools\/repository\/tidy).*\.(css|html|sql|tsx?)$/,
    complains: (text) => /\b(TODO|FIXME|HACK)\b/.test(text),
    broken: { path: 'packages/domain/src/x.ts', text: '// TODO: the rest.' },
  },
  {
    name: 'nothing is printed to the console',
    looksAt: /^(apps|packages)\/.*\.tsx?$/,
    complains: (text) => /\bconsole\.\w+\(/.test(text),
    broken: { path: 'apps/server/src/x.ts', text: 'console.log(1)' },
  },
  {
    name: 'no test is skipped, and none runs alone',
    looksAt: /^(?!tools\/repository\/tidy).*\.(test|spec)\.tsx?$/,
    complains: (text) => /\b(it|test|describe)\.(skip|only|todo|fixme)\b/.test(text),
    broken: { path: 'e2e/x.spec.ts', text: `test.skip('x')` },
  },
  {
    name: 'no path of one machine is written down',
    looksAt: /^(?!tools\/repository\/tidy)/,
    complains: (text) => /(?<![\w.*}-])\/(work|root|home|Users)\/\w/.test(text),
    broken: { path: 'README.md', text: 'See /home/me.' },
  },
  {
    name: 'the server knows no account of the sandbox: its providers and settings name them',
    looksAt:
      /^(apps\/server|packages\/(provider-api|platform|providers|lending))\/src\/(?!.*(\.test\.ts$|\/testing\/))/,
    complains: (text) => /wx0123456789abcdef|account-of-the-mall|20(21|88)0{11}\d/.test(text),
    broken: { path: 'apps/server/src/x.ts', text: `const appId = 'wx0123456789abcdef'` },
  },
  {
    name: 'no package registry is named',
    looksAt: /^(?!tools\/repository\/tidy)/,
    complains: (text) => /\bregistry\.[a-z]+\.|["']resolved["']: ["']http/.test(text),
    broken: { path: 'README.md', text: 'https://registry.example.org' },
  },
]

describe('repository conventions:', () => {
  for (const { name, looksAt, complains, broken } of rules) {
    it(name, () => {
      const breaking = files.filter(({ path, text }) => looksAt.test(path) && complains(text, path))
      expect(breaking.map(({ path }) => path)).toEqual([])
    })

    it(`a violation is detected: ${name}`, () => {
      expect(looksAt.test(broken.path) && complains(broken.text, broken.path)).toBe(true)
    })
  }
})

function listCrowded(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > FILES_MAX).map(([folder]) => folder)
}

describe('a folder', () => {
  it(`has at most ${FILES_MAX} files side by side`, () => {
    const paths = files.map(({ path }) => path).filter((path) => path.includes('/'))
    expect(listCrowded(paths).filter((folder) => !GROWING.includes(folder))).toEqual([])
  })

  it('a folder with one file more is detected', () => {
    const paths = Array.from({ length: FILES_MAX + 1 }, (_, index) => `tools/x/${index}.ts`)
    expect(listCrowded(paths)).toEqual(['tools/x'])
    expect(listCrowded(paths.slice(1))).toEqual([])
  })
})

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
}
