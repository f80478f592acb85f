import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { freePort } from '../postgres/port.ts'
import { findInstance } from '../product/instance-lock.ts'
import { HEAP } from '../product/product-process.ts'
import { root } from '../root.ts'

export type Sandbox = {
  readonly name: string
  /** Undefined while it does not run. */
  readonly running: { readonly pid: number; readonly address: string } | undefined
}

const NAME = /^[a-z][a-z0-9-]{0,30}$/
const LOOK_EVERY_MS = 200
const STOP_PATIENCE_MS = 60_000
const ADDRESS_FILE = 'address'
const clock = z.object({ businessDate: z.string() })

/** What would join a sandbox to another database, another sandbox or the life of this command. */
const NOT_PASSED_ON = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SANDBOX_URL',
  'SANDBOX_SECRET',
  'npm_lifecycle_event',
]

/** The folder of all sandboxes, inside the data folder. */
function sandboxesFolder(): string {
  return join(resolve(root, process.env['DATA_DIR'] ?? 'data'), 'sandboxes')
}

function folderOf(name: string): string {
  if (!NAME.test(name)) {
    throw new Error(
      `"${name}" is no name of a sandbox: up to 31 small letters, digits and dashes, a letter first.`,
    )
  }
  return join(sandboxesFolder(), name)
}

/**
 * Starts a sandbox in a process of its own, which outlives this one, and waits until it is ready. One
 * that runs is left as it is.
 */
export async function startNamed(name: string): Promise<Sandbox & { readonly isNew: boolean }> {
  const folder = folderOf(name)
  const found = findSandbox(name)
  if (found.running) return { ...found, isNew: false }
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const log = join(folder, 'product.log')
  const output = openSync(log, 'w')
  const passedOn = Object.entries(process.env).filter(([key]) => !NOT_PASSED_ON.includes(key))
  const product = spawn(process.execPath, [...HEAP, join(root, 'tools/start.ts')], {
    // A signal to the terminal of this command is not for the sandbox.
    detached: true,
    stdio: ['ignore', output, output],
    env: {
      ...Object.fromEntries(passedOn),
      MODE: 'sandbox',
      PORT: String(port),
      DATA_DIR: folder,
    },
  })
  closeSync(output)
  while (!(await isReady(address))) {
    if (product.exitCode !== null || product.signalCode !== null) {
      throw new Error(`The sandbox ${name} did not start.\n${readFileSync(log, 'utf8').trim()}`)
    }
    await sleep(LOOK_EVERY_MS)
  }
  writeFileSync(join(folder, ADDRESS_FILE), address)
  product.unref()
  return { ...findSandbox(name), isNew: true }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`)).ok
  } catch {
    // It does not listen yet.
    return false
  }
}

function findSandbox(name: string): Sandbox {
  const folder = folderOf(name)
  const pid = findInstance(folder)
  const file = join(folder, ADDRESS_FILE)
  if (pid === undefined) return { name, running: undefined }
  const address = existsSync(file) ? readFileSync(file, 'utf8') : 'an address not known yet'
  return { name, running: { pid, address } }
}

export function listSandboxes(): Sandbox[] {
  const folder = sandboxesFolder()
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => NAME.test(name)).map(findSandbox)
}

/** The day that the sandbox is at: its desk moves no other sandbox. */
export async function readDate(address: string): Promise<string> {
  const answer = await fetch(`${address}/desk/api/business-date`)
  return clock.parse(await answer.json()).businessDate
}

/** Ends the process of a sandbox and waits for it. Its data stays. Returns the process id, if it ran. */
export async function stopNamed(name: string): Promise<number | undefined> {
  const { running } = findSandbox(name)
  if (!running) return undefined
  process.kill(running.pid, 'SIGTERM')
  const deadline = Date.now() + STOP_PATIENCE_MS
  while (findInstance(folderOf(name)) !== undefined) {
    if (Date.now() > deadline) throw new Error(`Process ${running.pid} does not end.`)
    await sleep(LOOK_EVERY_MS)
  }
  return running.pid
}
