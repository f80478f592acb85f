import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { calls } from '@qingzhou/contract/calls'
import { run } from '@qingzhou/tools/product/run.ts'
import { outcomeOf, type Attack, type Attempt } from './attack.ts'

/** Time limit for one target of sqlmap, and for wapiti as a whole; `--seconds` sets it. */
const SECONDS_MAX = Number(process.env['ATTACKS_SECONDS'] ?? '240')

/** Tries SQL injection in every parameter that is not sealed, within a time limit. */
export const sqlmap: Attack = {
  name: 'sqlmap',
  isLong: true,
  async run({ address }) {
    requireProgram('sqlmap')
    const folder = mkdtempSync(join(tmpdir(), 'qingzhou-sqlmap-'))
    const targets: [string, string[]][] = [
      [`${calls.onboarding.startAuthorisation.path}?provider=wallet&uriId=web-home`, []],
      [`${calls.system.logByBeacon.path}?event=a&page=b`, []],
      ['/files/x*', []],
      ['/documents/x*', []],
      [calls.staff.signIn.path, ['--data', '{"username":"a","password":"b"}']],
      [calls.reference.staticPage.path, ['--data', '{"name":"fees"}']],
      [calls.system.log.path, ['--data', '{"entries":[{"level":"info","event":"a"}]}']],
    ]
    const attempts = []
    for (const [path, more] of targets) {
      const { code, output } = await runBounded('sqlmap', SECONDS_MAX, [
        ['-u', `${address}${path}`, '--batch', '--disable-coloring', '--output-dir', folder],
        ['--level', '3', '--risk', '2', '--threads', '2', '--timeout', '5', '--retries', '0'],
        ['--headers', 'X-Requested-With: XMLHttpRequest\nContent-Type: application/json'],
        ['--ignore-code', '400,401,403,404,413,415,429', '--flush-session', ...more],
      ])
      const isTried = code === TIMED_OUT || output.includes('testing for SQL injection')
      if (!isTried) throw new Error(`sqlmap did not try ${path}: ${output.slice(-600)}`)
      const isFound = /is vulnerable|sqlmap identified the following injection/.test(output)
      attempts.push({ what: `sqlmap found an injection at ${path}`, isRefused: !isFound })
    }
    rmSync(folder, { recursive: true, force: true })
    return outcomeOf(attempts)
  },
}

/**
 * Start pages of the crawl; the apps render their links by script, so parameters are listed here.
 */
const starts = [
  '/documents/x?a=b',
  '/files/x?a=b',
  `${calls.onboarding.startAuthorisation.path}?provider=wallet&uriId=web-home`,
  `${calls.system.logByBeacon.path}?event=a&page=b`,
]

/** Crawls and attacks the pages of the app, within a time limit. */
export const wapiti: Attack = {
  name: 'wapiti',
  isLong: true,
  async run({ address }) {
    requireProgram('wapiti')
    const folder = mkdtempSync(join(tmpdir(), 'qingzhou-wapiti-'))
    const report = join(folder, 'report.json')
    const seconds = Math.ceil(SECONDS_MAX / 8)
    const { output } = await runBounded('wapiti', SECONDS_MAX + 60, [
      ['-u', `${address}/`, '--scope', 'domain', '--flush-session', '--no-bugreport'],
      // Without ssrf and xxe, which report to a host of wapiti's authors.
      ['-m', 'exec,file,sql,blindsql,xss,redirect,crlf,backup,htaccess,methods,permanentxss'],
      ['--max-scan-time', String(SECONDS_MAX), '--max-attack-time', String(seconds)],
      [...starts.flatMap((path) => ['-s', `${address}${path}`]), '-d', '4'],
      ['-t', '5', '-f', 'json', '-o', report, '--store-session', folder],
    ])
    if (!existsSync(report)) throw new Error(`wapiti wrote no report: ${output.slice(-600)}`)
    // Written by wapiti: findings by their category.
    const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
      vulnerabilities: Record<string, { path: string; info: string }[]>
    }
    rmSync(folder, { recursive: true, force: true })
    return outcomeOf(
      Object.entries(vulnerabilities).flatMap(([category, found]): Attempt[] =>
        found.length === 0
          ? [{ what: category, isRefused: true }]
          : found.map(({ path, info }) => ({
              what: `${category}: ${path} ${info}`,
              isRefused: false,
            })),
      ),
    )
  },
}

/** Installs Debian's package if it is missing and permitted. */
function requireProgram(name: string): void {
  if (spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined) return
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '-y', '-q', name], { stdio: 'ignore' })
  }
  if (spawnSync(name, ['--version'], { stdio: 'ignore' }).error !== undefined) {
    throw new Error(`${name} is not installed: apt-get install ${name}`)
  }
}

/** Exit code of `timeout` when the time is over. */
const TIMED_OUT = 124

function runBounded(
  program: string,
  seconds: number,
  parameters: readonly string[][],
): Promise<{ code: number; output: string }> {
  return run('timeout', ['--kill-after', '10', String(seconds), program, ...parameters.flat()], {
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), LC_ALL: 'C.UTF-8' },
  })
}
