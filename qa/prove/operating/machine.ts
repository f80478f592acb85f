import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accountFor } from '@qingzhou/tools/postgres/account.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { run } from '@qingzhou/tools/product/run.ts'
import { findPrograms } from '#prove/debian/programs.ts'

/** A folder in the place of a machine: paths of the page lie in it, and PostgreSQL of Debian runs in it. */
export type Machine = {
  readonly databasePort: number
  /** The text of a command with the paths, addresses and passwords of this machine. */
  here(text: string): string
  /** Runs a command as a normal user. */
  run(command: string, more?: Readonly<Record<string, string>>): Promise<Outcome>
  /** Starts a process of the product. */
  start(command: string, environment: Readonly<Record<string, string>>): ChildProcess
  /** Gives a file to the normal user. */
  give(path: string): string
  stop(): Promise<unknown>
}

export type Outcome = { readonly code: number; readonly output: string }

const PROGRAMS = {
  postgres: { package: 'postgresql-15', file: '/usr/lib/postgresql/*/bin/postgres' },
  openssl: { package: 'openssl', file: 'openssl' },
  curl: { package: 'curl', file: 'curl' },
} as const

const FOLDERS = ['etc', 'var', 'var/lib', 'var/backups', 'bin', 'units', 'sites', 'work']

export async function startMachine(
  folder: string,
  program: string,
  addressOf: () => string,
): Promise<Machine> {
  const binaries = dirname(findPrograms(PROGRAMS).postgres)
  const account = accountFor(folder)
  chmodSync(folder, 0o755)
  const give = (path: string) => {
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }
  for (const name of FOLDERS) {
    mkdirSync(join(folder, name))
    give(join(folder, name))
  }
  const databasePort = await freePort()
  const places = placesIn(folder, { program, databasePort, addressOf })
  const environment = {
    PATH: `${join(folder, 'bin')}:${binaries}:${process.env['PATH']}:/usr/sbin`,
    HOME: join(folder, 'work'),
    LC_ALL: 'C.UTF-8',
    PGHOST: folder,
    PGPORT: String(databasePort),
    PGUSER: 'postgres',
    QINGZHOU_SETTINGS: join(folder, 'etc/qingzhou/settings'),
    DATA_DIR: join(folder, 'var/lib/qingzhou'),
  }
  const own = { ...account, cwd: join(folder, 'work') }
  const machine: Machine = {
    databasePort,
    here: (text) => places.reduce((done, [from, to]) => done.replaceAll(from, to()), text),
    // The gateway answers in this process meanwhile.
    run: (command, more = {}) =>
      run('sh', ['-c', command], { ...own, env: { ...environment, ...more } }),
    start: (command, more) =>
      spawn('sh', ['-c', `exec ${command}`], {
        ...own,
        env: { PATH: process.env['PATH'], ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    give,
    stop: () => machine.run(`pg_ctl -D ${join(folder, 'postgres')} -m immediate stop`),
  }
  give(folder)
  await startPostgres(machine, folder)
  return machine
}

/** What stands for the paths, addresses and passwords of the page. */
function placesIn(
  folder: string,
  own: {
    readonly program: string
    readonly databasePort: number
    readonly addressOf: () => string
  },
): readonly (readonly [string, () => string])[] {
  const password = randomBytes(24).toString('hex')
  return [
    ['/opt/qingzhou', () => own.program],
    ['/etc/qingzhou', () => join(folder, 'etc/qingzhou')],
    ['/var/lib/qingzhou', () => join(folder, 'var/lib/qingzhou')],
    ['/var/backups/qingzhou', () => join(folder, 'var/backups/qingzhou')],
    ['/usr/local/bin', () => join(folder, 'bin')],
    ['/etc/systemd/system', () => join(folder, 'units')],
    ['/etc/nginx/sites-enabled', () => join(folder, 'sites')],
    // On a busy machine PostgreSQL is late, and not away.
    ['@db/loans', () => `@127.0.0.1:${own.databasePort}/loans?connect_timeout=30`],
    ['https://loans.example', own.addressOf],
    ['…', () => password],
  ]
}

async function startPostgres(machine: Machine, folder: string): Promise<void> {
  const data = join(folder, 'postgres')
  const options = `-c listen_addresses=127.0.0.1 -c port=${machine.databasePort} -c unix_socket_directories=${folder}`
  for (const command of [
    `initdb -D ${data} -U postgres --auth-local=trust --auth-host=scram-sha-256`,
    `pg_ctl -D ${data} -l ${data}.log -w -o '${options}' start`,
  ]) {
    const { code, output } = await machine.run(command)
    if (code !== 0) throw new Error(`${command} failed:\n${output}`)
  }
}
