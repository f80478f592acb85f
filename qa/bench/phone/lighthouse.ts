import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { build } from '@qingzhou/tools/develop/build.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { ensureChromium } from '@qingzhou/tools/product/chromium.ts'
import { browserEnvironment } from '@qingzhou/tools/product/fonts.ts'
import { run } from '@qingzhou/tools/product/run.ts'
import { withLendingDatabase } from '#bench/lending-end-of-day.ts'
import type { Row } from '#bench/row.ts'
import { withProduct } from '#bench/sealed-calls.ts'
import { giveLimitAndLoans, signInLink } from './borrower-with-limit.ts'
import { phone } from './slow-phone.ts'

/** Installed beside the product when it is first used: no other command needs it. */
const VERSION = '13.5.0'
const FOLDER = join(homedir(), '.cache/qingzhou', `lighthouse-${VERSION}`)
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js')

const PAGES = { limit: '/user/limit', 'repay home': '/repay/repayIndex' }
const ROUNDS = 5
const GOAL = 95

/** The scores of Lighthouse for phones, of a borrower with a limit and loans; median of some rounds. */
export async function benchLighthouse(): Promise<Row[]> {
  await build(console.error)
  await install()
  return withLendingDatabase(async ({ url }) =>
    withProduct(
      async ({ address }) => {
        await giveLimitAndLoans(address, url)
        return withBrowser(async ({ context, port }) => {
          const landing = await auditPage('landing', new URL('/#/landChannel', address).href, port)
          await signIn(context, address)
          const rows = [landing]
          for (const [name, path] of Object.entries(PAGES)) {
            rows.push(await auditPage(name, new URL(`/#${path}`, address).href, port))
          }
          return rows
        })
      },
      { DATABASE_URL: url },
    ),
  )
}

async function install(): Promise<void> {
  if (existsSync(PROGRAM)) return
  const packages = ['install', '--no-audit', '--no-fund', '--prefix', FOLDER]
  const { code, output } = await run('npm', [...packages, `lighthouse@${VERSION}`])
  if (code !== 0) throw new Error(output)
}

/** Lighthouse opens its pages in the browser with this debugging port, with the cookies it has. */
async function withBrowser<Result>(
  work: (opened: { readonly context: BrowserContext; readonly port: number }) => Promise<Result>,
): Promise<Result> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...phone,
    executablePath: await ensureChromium(console.error),
    env: browserEnvironment(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    return await work({ context, port })
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function signIn(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(new URL(await signInLink(address), address).href)
  await page.locator('.num-xl').waitFor()
  await page.close()
}

/** The middle one of some rounds, by its score. */
async function auditPage(name: string, address: string, port: number): Promise<Row> {
  const reports: Report[] = []
  while (reports.length < ROUNDS) reports.push(await audit(address, port))
  const ordered = reports.toSorted((left, right) => scoreOf(left) - scoreOf(right))
  const middle = ordered[Math.floor(ordered.length / 2)]
  if (!middle) throw new Error('no round')
  return {
    what: `${name}: score of Lighthouse ${VERSION} for phones`,
    value: scoreOf(middle).toFixed(0),
    beside: [
      `from ${ordered.map((report) => scoreOf(report).toFixed(0)).join(', ')}`,
      ...FIGURES.map((figure) => `${figure} ${textOf(middle, figure)}`),
    ].join('; '),
    goal: { measured: scoreOf(middle), atLeast: GOAL },
  }
}

const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
  'cumulative-layout-shift',
]

/** What this file reads of a report. */
type Report = {
  readonly finalDisplayedUrl: string
  readonly categories: { readonly performance: { readonly score: number } }
  readonly audits: Readonly<Record<string, { readonly displayValue?: string }>>
}

function scoreOf({ categories }: Report): number {
  return categories.performance.score * 100
}

function textOf({ audits }: Report, figure: string): string {
  return audits[figure]?.displayValue ?? '?'
}

async function audit(address: string, port: number): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  const path = join(folder, 'report.json')
  try {
    const { code, output } = await run(process.execPath, [
      PROGRAM,
      address,
      `--port=${port}`,
      '--only-categories=performance',
      '--disable-storage-reset',
      '--output=json',
      `--output-path=${path}`,
      '--quiet',
    ])
    if (code !== 0) throw new Error(output)
    // The format of this version.
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    if (report.finalDisplayedUrl.split('?')[0] !== address) {
      throw new Error(`${address}: opened ${report.finalDisplayedUrl}`)
    }
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
