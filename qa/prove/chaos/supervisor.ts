import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { kill } from '#several-servers/processes.ts'

export type SupervisedProcess = {
  isUp(): boolean
  /** Kills the running process, if any; it is restarted. */
  kill(): Promise<boolean>
  stop(): Promise<void>
}

const RESTART_AFTER_MS = 200

/** Keeps a process running, as a service manager does. */
export function supervise(start: () => Promise<ChildProcess>): SupervisedProcess {
  let child: ChildProcess | undefined
  const state = { isStopped: false }

  async function run(): Promise<void> {
    while (!state.isStopped) {
      try {
        child = await start()
        if (state.isStopped) await kill(child)
        else if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      } catch {
        // A program without its database exits at once and is restarted.
      }
      child = undefined
      await sleep(RESTART_AFTER_MS)
    }
  }

  const running = run()
  return {
    isUp: () => child !== undefined,
    async kill() {
      if (!child) return false
      await kill(child)
      return true
    },
    async stop() {
      state.isStopped = true
      if (child) await kill(child)
      await running
    },
  }
}
