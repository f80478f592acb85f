import { spawnSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { isAlive } from '../postgres/postmaster.ts'

/** An instance that is just ending releases its folder within this time. */
const PATIENCE_MS = 600
const START_TIME_FIELD = 19

/**
 * Reserves the data folder for this process: a second instance would use the database of the first
 * and stop it at its own end. Throws one sentence if another instance has the folder. The lock of a
 * killed process does not count.
 */
export async function lockDataFolder(directory: string): Promise<{ stop(): Promise<void> }> {
  const path = join(directory, 'instance.lock')
  const own = `${process.pid} ${startTimeOf(process.pid)}`
  const deadline = Date.now() + PATIENCE_MS
  while (!hasCreated(path, own)) {
    const holder = read(path)
    if (holder === undefined) continue
    if (!isRunning(holder)) removeStale(path, holder)
    else if (Date.now() > deadline) throw new Error(inUse(directory, holder))
    else await sleep(100)
  }
  return {
    async stop() {
      if (read(path) === own) rmSync(path, { force: true })
    },
  }
}

/** The process that has a data folder; undefined if none that runs. */
export function findInstance(directory: string): number | undefined {
  const holder = read(join(directory, 'instance.lock'))
  return holder !== undefined && isRunning(holder) ? Number(holder.split(' ')[0]) : undefined
}

function inUse(directory: string, holder: string): string {
  const [pid] = holder.split(' ')
  return (
    `The data folder ${directory} is in use by another 轻舟 (process ${pid}): stop that one, ` +
    'or set DATA_DIR to another folder and PORT to another number.'
  )
}

/** Creates the file with its content in one step, so that no other start reads it half written. */
function hasCreated(path: string, content: string): boolean {
  const written = `${path}-${process.pid}`
  writeFileSync(written, content)
  try {
    linkSync(written, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(written, { force: true })
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Its owner has just removed it.
    return undefined
  }
}

function removeStale(path: string, seen: string): void {
  const aside = `${path}-stale-${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    // A concurrent start has removed it.
    return
  }
  // Between reading and moving, a concurrent start may have replaced it by its own: put that back.
  if (read(aside) !== seen) linkSync(aside, path)
  rmSync(aside, { force: true })
}

/** A process id alone may have been reused, in a container at every start. */
function isRunning(holder: string): boolean {
  const [pid = '', ...startTime] = holder.split(' ')
  return isAlive(Number(pid)) && startTimeOf(Number(pid)) === startTime.join(' ')
}

function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD] ?? ''
  } catch {
    // It has just ended, or this system has no /proc.
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  }
}
