import { messageOf } from '@qingzhou/platform/log'
import {
  listSandboxes,
  readDate,
  startNamed,
  stopNamed,
  type Sandbox,
} from '../sandboxes/sandboxes.ts'

const USAGE = `npm run sandboxes -- start <name>
  Starts a sandbox beside others, with its own data folder, database, port and business date, and
  leaves it running. Says where it runs.
npm run sandboxes -- list
  Every sandbox with its address, business date and process.
npm run sandboxes -- stop <name>
  Ends it. Its data stays, and the next start goes on with it.`

const [act, name, ...rest] = process.argv.slice(2)
try {
  await obey()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function obey(): Promise<void> {
  if (act === 'list' && name === undefined) await printAll()
  else if (act === 'start' && name !== undefined && rest.length === 0) await start(name)
  else if (act === 'stop' && name !== undefined && rest.length === 0) await stop(name)
  else {
    console.error(USAGE)
    process.exitCode = 1
  }
}

async function start(wanted: string): Promise<void> {
  const sandbox = await startNamed(wanted)
  const line = await describeSandbox(sandbox)
  console.log(sandbox.isNew ? line : `It runs already: ${line}`)
}

async function printAll(): Promise<void> {
  const all = listSandboxes()
  if (all.length === 0) console.log('There is no sandbox.')
  for (const sandbox of all) console.log(await describeSandbox(sandbox))
}

async function stop(wanted: string): Promise<void> {
  const pid = await stopNamed(wanted)
  console.log(
    pid === undefined ? `${wanted} does not run.` : `${wanted} has ended (process ${pid}).`,
  )
}

async function describeSandbox({ name: own, running }: Sandbox): Promise<string> {
  if (!running) return `${own}  stopped`
  const { address, pid } = running
  const date = await readDate(address).catch(() => 'starting')
  return `${own}  ${address}/desk/  ${date}  process ${pid}`
}
