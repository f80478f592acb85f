import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { calls } from '@qingzhou/contract/calls'
import { run } from '@qingzhou/tools/run.ts'
import { outcomeOf, type Attack, type Attempt } from './attack.ts'

const SECONDS_MAX = 240

/** Tries SQL in every parameter that is not sealed; bounded in time. */
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
      ['/papers/x*', []],
      ['/sandbox/inbox?phone=13900000001', []],
      [calls.staff.signIn.path, ['--data', '{"username":"a","password":"b"}']],
      [calls.reference.staticPage.path, ['--data', '{"name":"fees"}']],
      [calls.system.log.path, ['--data', '{"entries":[{"level":"info","event":"a"}]}']],
    ]
    const attempts = []
    for (const [path, more] of targets) {
      const output = await bounded('sqlmap', [
        ['-u', `${address}${path}`, '--batch', '--disable-coloring', '--output-dir', folder],
        ['--level', '1', '--risk', '1', '--threads', '2', '--timeout', '5', '--retries', '0'],
        ['--headers', 'X-Requested-With: XMLHttpRequest\nContent-Type: application/json'],
        ['--ignore-code', '400,401,403,404,413,415,429', '--flush-session', ...more],
      ])
      const isFound = /is vulnerable|sqlmap identified the following injection/.test(output)
      attempts.push({ what: `sqlmap found an injection at ${path}`, isRefused: !isFound })
    }
    rmSync(folder, { recursive: true, force: true })
    return outcomeOf(attempts)
  },
}

/** Crawls and attacks the pages of the app, the desk and the sandbox; bounded in time. */
export const wapiti: Attack = {
  name: 'wapiti',
  isLong: true,
  async run({ address }) {
    requireProgram('wapiti')
    const folder = mkdtempSync(join(tmpdir(), 'qingzhou-wapiti-'))
    const report = join(folder, 'report.json')
    await bounded('wapiti', [
      ['-u', `${address}/`, '--scope', 'domain', '--flush-session', '--no-bugreport'],
      ['-m', 'exec,file,sql,xss,redirect,crlf,ssrf,xxe,backup,htaccess,methods,permanentxss'],
      ['--max-scan-time', String(SECONDS_MAX), '--max-attack-time', '30', '--tasks', '4'],
      ['-s', `${address}/desk/`, '-s', `${address}/sandbox/inbox`, '-d', '4'],
      ['-t', '5', '-f', 'json', '-o', report, '--store-session', folder],
    ])
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

/** Debian's package, where it is missing and may be installed. */
function requireProgram(name: string): void {
  if (spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined) return
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '-y', '-q', name], { stdio: 'ignore' })
  }
  if (spawnSync(name, ['--version'], { stdio: 'ignore' }).error !== undefined) {
    throw new Error(`${name} is not installed: apt-get install ${name}`)
  }
}

async function bounded(program: string, parameters: readonly string[][]): Promise<string> {
  const { output } = await run(
    'timeout',
    ['--kill-after', '10', String(SECONDS_MAX + 60), program, ...parameters.flat()],
    { env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), LC_ALL: 'C.UTF-8' } },
  )
  return output
}
