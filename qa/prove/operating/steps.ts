import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import type { Machine } from './machine.ts'
import { readUnit } from './unit.ts'

/** What needs root or a running systemd. Units and nginx are started here instead. */
const AS_ROOT = /^(?:useradd|chgrp|systemctl daemon-reload|systemctl reload) ?/

/** How a command of the page ends without anything of what it is about. Others have to end with 0. */
const expected: readonly (readonly [pattern: RegExp, says: RegExp])[] = [
  [/^qingzhou tasks (?:show|retry|defer|cancel) 4711/, /4711|no terminal/],
  [/^qingzhou campaigns coupons end --number spring-1/, /spring-1/],
]

type Running = {
  readonly machine: Machine
  readonly folder: string
  readonly processes: ChildProcess[]
  startProxy(): Promise<void>
}

/** Carries out one command of the page. Throws what it said if it did not end as it should. */
export async function carryOut(running: Running, written: string): Promise<string> {
  const { machine, folder } = running
  const command = machine.here(withoutOwners(asWrapped(written)))
  if (AS_ROOT.test(command)) return 'needs root'
  if (command === 'nginx -t') {
    await running.startProxy()
    return 'started'
  }
  const [, units] = /^systemctl (?:enable --now|start) (.*)$/.exec(command) ?? []
  if (units !== undefined) return startUnits(running, units.split(' '))
  const secure = command.startsWith('curl') ? ` --cacert ${join(folder, 'authority.pem')}` : ''
  const outcome = await machine.run(`umask 027; ${command}${secure}`)
  const [, says] = expected.find(([pattern]) => pattern.test(command)) ?? []
  const isRight = says ? says.test(outcome.output) : outcome.code === 0
  if (!isRight) throw new Error(`${written} ended with ${outcome.code}:\n${outcome.output}`)
  return `ended with ${outcome.code}`
}

/** The page says that `npm run x -- …` is `qingzhou x …`, and which of them need the owner's login. */
function asWrapped(command: string): string {
  const wrapped = command.replace(/^npm run ([\w-]+)(?: -- )?/, 'qingzhou $1 ').trim()
  return wrapped.replace(/^qingzhou (?=reseal|backup restore)/, 'qingzhou --as-owner ')
}

function withoutOwners(command: string): string {
  return command.replaceAll(/ -[og] (?:root|qingzhou)\b/g, '')
}

async function startUnits(running: Running, units: readonly string[]): Promise<string> {
  const { machine, folder, processes } = running
  for (const unit of units) {
    // A timer starts its service later; the page starts that of the backup by hand.
    if (unit.endsWith('.timer')) continue
    const { command, environment, isOnce } = readUnit(join(folder, 'units'), unit)
    const settings = settingsIn(join(folder, 'etc/qingzhou/settings'))
    const own = { ...here(machine, environment), ...settings }
    const wanted = machine.here(command)
    if (isOnce) {
      const { code, output } = await machine.run(
        `cd ${machine.here('/opt/qingzhou')} && ${wanted}`,
        own,
      )
      if (code !== 0) throw new Error(`${unit} ended with ${code}:\n${output}`)
    } else processes.push(await untilSpoken(machine.start(absolute(machine, wanted), own), unit))
  }
  return 'started'
}

function here(machine: Machine, environment: Readonly<Record<string, string>>) {
  const pairs = Object.entries(environment).map(([name, value]) => [name, machine.here(value)])
  return Object.fromEntries(pairs) as Record<string, string>
}

/** The units run in the folder of the program. */
function absolute(machine: Machine, command: string): string {
  return command.replace(/ (apps|tools)\//, ` ${machine.here('/opt/qingzhou')}/$1/`)
}

async function untilSpoken(child: ChildProcess, unit: string): Promise<ChildProcess> {
  const spoke = await new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => resolve(String(chunk)))
    child.once('exit', () => resolve(''))
  })
  if (!/Listening|Working/.test(spoke)) throw new Error(`${unit} did not start: ${spoke}`)
  return child
}

/** As systemd reads an EnvironmentFile. */
function settingsIn(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').split('\n')
  const pairs = lines.filter((line) => /^\w+=/.test(line)).map((line) => /^(\w+)=(.*)$/.exec(line))
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** Puts the addresses of this machine into the settings file, as the page asks for. */
export function fillSettings(
  machine: Machine,
  folder: string,
  changes: Readonly<Record<string, string>>,
): void {
  const path = join(folder, 'etc/qingzhou/settings')
  const lines = machine.here(readFileSync(path, 'utf8')).split('\n')
  const kept = lines.filter((line) => !((/^#?(\w+)=/.exec(line)?.[1] ?? '') in changes))
  writeFileSync(path, kept.join('\n'))
  appendFileSync(
    path,
    Object.entries(changes)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
}
