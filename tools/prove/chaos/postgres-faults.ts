import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { PostgresServer } from '@qingzhou/tools/postgres/postgres.ts'
import { isAlive } from '@qingzhou/tools/postgres/postmaster.ts'

/** Kills the server process; its watcher restarts it. */
export function killPostgres(postgres: PostgresServer): boolean {
  const pid = postgres.pid()
  if (!isAlive(pid)) return false
  process.kill(pid, 'SIGKILL')
  return true
}

/** Stops every process of the server for a while: connections stay open without a response. */
export async function freezePostgres(postgres: PostgresServer, forMs: number): Promise<void> {
  const frozen = [postgres.pid(), ...childrenOf(postgres.pid())]
  for (const pid of frozen) signal(pid, 'SIGSTOP')
  await sleep(forMs)
  for (const pid of frozen) signal(pid, 'SIGCONT')
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already exited.
  }
}
