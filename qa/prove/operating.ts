import type { ChildProcess } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SANDBOX_HEADER } from '@qingzhou/provider-api/signature'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'
import { issueTestKey } from '@qingzhou/platform/documents/signing/sandbox-signing-key'
import { brandFile, trustedCertificate } from '@qingzhou/server/testing/production.ts'
import { startTlsFront } from '@qingzhou/server/testing/tls-front.ts'
import { build } from '@qingzhou/tools/develop/build.ts'
import { explain } from '@qingzhou/tools/product/stopping.ts'
import { root } from '@qingzhou/tools/root.ts'
import { kill } from '#several-servers/processes.ts'
import { startMachine, type Machine } from './operating/machine.ts'
import { commandsOf, readPage, sectionOf } from './operating/page.ts'
import { carryOut, fillSettings } from './operating/steps.ts'
import { startNginx } from './restart/nginx.ts'

const USAGE = `npm run prove -- operating
  Carries out the commands of docs/operating.md in their order, on PostgreSQL and nginx of Debian (packages postgresql-15,
  nginx-light, openssl, curl), as a normal user and in a folder of its own. Ends with 1 when one of them does not do what
  the page says, or a package is missing.`

/** The sections whose commands are carried out, in this order. */
const SECTIONS = [
  '## Installing on machines with systemd',
  '## Tasks, orders and alarms',
  '## Campaigns',
  '## Backup and restore',
]
/** Commands that the text names, after those sections. */
const NAMED = ['npm run verify', 'npm run audit -- verify', 'npm run reseal']
const RESTORE = 'npm run backup -- restore'
const SETTINGS_MADE = 'chmod 0640 /etc/qingzhou/*'
/** An address of this machine whose ports no other program uses. */
const HOST = '127.71.0.1'

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-operating-'))
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  if (process.argv.length > 2) throw new Error(USAGE)
  await build((line) => console.log(line))
  await prove()
} catch (error) {
  explain(error)
  process.exitCode = 1
} finally {
  for (const end of ends.toReversed()) await end()
}

type Tls = Awaited<ReturnType<typeof trustedCertificate>>

async function prove(): Promise<void> {
  const tls = await trustedCertificate(folder)
  const nginx = { address: '' }
  const machine = await startMachine(folder, root, () => nginx.address)
  ends.push(() => machine.stop())
  const processes: ChildProcess[] = []
  ends.push(() => Promise.all(processes.map(kill)))
  const startProxy = async () => {
    const servers = ['8080', '8081'].map((port) => `${HOST}:${port}`)
    const started = await startNginx(join(folder, 'work'), { servers, tls })
    ends.push(() => started.stop())
    nginx.address = started.address
  }
  const page = readPage()
  for (const command of inOrder(SECTIONS.flatMap((name) => commandsOf(sectionOf(page, name))))) {
    if (command.startsWith(RESTORE)) {
      await readMetrics()
      await Promise.all(processes.splice(0).map(kill))
      await makeEmptyTarget(machine)
    }
    const done = await carryOut({ machine, folder, processes, startProxy }, command)
    console.log(`ok  ${command}: ${done}`)
    if (command === SETTINGS_MADE) await connectOutside(machine, tls)
  }
  console.log('Every command of the page did what the page says.')
}

/** The restore is the last one: it needs an empty database, and the servers stopped. */
function inOrder(commands: readonly string[]): string[] {
  const restore = commands.filter((command) => command.startsWith(RESTORE))
  const others = commands.filter((command) => !command.startsWith(RESTORE))
  if (restore.length === 0 || !others.includes(SETTINGS_MADE)) {
    throw new Error('the page has other commands than this program knows')
  }
  return [...others, ...NAMED, ...restore]
}

/** What comes from outside: the gateway, the lender's certificate, and people of a campaign. */
async function connectOutside(machine: Machine, tls: Tls): Promise<void> {
  const etc = join(folder, 'etc/qingzhou')
  const secret = readFileSync(join(etc, 'providers-secret'), 'utf8').trim()
  const sandbox = await startSandbox({ port: 0, secret, dataDirectory: join(folder, 'sandbox') })
  ends.push(() => sandbox.stop())
  const gateway = await startTlsFront(tls.credentials, SANDBOX_HEADER)
  ends.push(() => gateway.stop())
  gateway.leadTo([sandbox.url])
  const lender = await issueTestKey(new Date())
  writeFileSync(join(etc, 'lender-key.pem'), lender.key, { mode: 0o640 })
  machine.give(join(etc, 'lender-key.pem'))
  writeFileSync(join(etc, 'lender.pem'), lender.certificates)
  copyFileSync(brandFile, join(etc, 'brand.json'))
  writeFileSync(join(folder, 'work/people.txt'), '13700000000\n')
  fillSettings(machine, folder, {
    PUBLIC_URL: 'https://loans.example',
    HOST,
    PROVIDERS_URL: gateway.url,
    CONSENT_URL: gateway.url,
    NODE_EXTRA_CA_CERTS: tls.authorityFile,
  })
}

/** What Prometheus scrapes, by the token of the settings. */
async function readMetrics(): Promise<void> {
  const token = readFileSync(join(folder, 'etc/qingzhou/metrics-token'), 'utf8').trim()
  for (const port of [8080, 8081, 9101, 9102]) {
    const response = await fetch(`http://${HOST}:${port}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    for (const name of ['worker_heartbeat', 'last_backup']) {
      if (!new RegExp(`^qingzhou_${name}_seconds [1-9]`, 'm').test(text)) {
        throw new Error(`the metrics of port ${port} have no ${name}`)
      }
    }
  }
  console.log('ok  the metrics of all servers and workers name a worker and a backup')
}

/** An empty database of the owner, and an empty DATA_DIR. */
async function makeEmptyTarget(machine: Machine): Promise<void> {
  const { code, output } = await machine.run('createdb --owner loan_owner restored')
  if (code !== 0) throw new Error(output)
  const file = join(folder, 'etc/qingzhou/owner-database-url')
  writeFileSync(file, readFileSync(file, 'utf8').replace('/loans', '/restored'))
  const data = join(folder, 'var/lib/qingzhou')
  renameSync(data, `${data}-before`)
  mkdirSync(data)
  machine.give(data)
}
