import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const STATUS_LINE = 7
const SHUTDOWN_PATIENCE_MS = 30_000

/**
 * The server of a cluster by its lock file; undefined if there is none, or only the file of a dead
 * one.
 */
export function postmasterOf(cluster: string): { pid: number; isReady: boolean } | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    // No lock file is the usual case: no server runs.
    return undefined
  }
  const pid = Number(lines[0])
  if (!(pid > 0) || !isAlive(pid)) return undefined
  return { pid, isReady: lines[STATUS_LINE]?.trim() === 'ready' }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    // A process we may not signal is not our server: its id was reused.
    return false
  }
  return !isZombie(pid)
}

/** In a container without an init process, an ended orphan remains as a zombie. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // It has just ended, or this system has no /proc.
    return false
  }
}

/** Whether a server listens; a lock file alone could name a process id that was reused. */
export function acceptsConnections(socketDirectory: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(socketDirectory, '.s.PGSQL.5432'))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** Requests a fast shutdown (running statements are rolled back) and waits until it is done. */
export async function stopPostmaster(pid: number): Promise<void> {
  const deadline = Date.now() + SHUTDOWN_PATIENCE_MS
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  while (isAlive(pid)) {
    // An immediate shutdown loses nothing either; the next start replays the log.
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT')
    await sleep(20)
  }
}
