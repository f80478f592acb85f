import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const CHUNK = Buffer.alloc(1024 * 1024)
const SMALL_CHUNK = Buffer.alloc(4096)

export type SmallDisk = { fill(): void; free(): void }

/**
 * Runs a program with its own small file system mounted at a folder. The mount namespace is
 * private, so no unmounting is needed; without root, a user namespace is used.
 */
export function forkOnSmallDisk(
  program: string,
  { folder, megabytes, words }: { folder: string; megabytes: number; words: readonly string[] },
): ChildProcess {
  const isRoot = process.getuid?.() === 0
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0755 tmpfs "$0"`
  const back = isRoot
    ? ''
    : `unshare --user --map-user=${process.getuid?.()} --map-group=${process.getgid?.()} --`
  return fork(program, [...words], {
    execPath: 'unshare',
    // oxfmt-ignore
    execArgv: [
      ...(isRoot ? [] : ['--user', '--map-root-user']),
      '--mount', '--', 'sh', '-c', `${mount} && exec ${back} "$@"`, folder, process.execPath,
    ],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** The disk of such a program, as seen from outside. */
export function diskOf(child: ChildProcess, folder: string): SmallDisk {
  const filler = join(`/proc/${child.pid}/root`, folder, 'filler')
  return {
    fill() {
      const file = openSync(filler, 'a')
      for (const chunk of [CHUNK, SMALL_CHUNK]) while (hasWritten(file, chunk)) continue
      closeSync(file)
    },
    free: () => rmSync(filler, { force: true }),
  }
}

function hasWritten(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

/** The first message of the program; an error if it ends before. */
export async function firstMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the program on the small disk ended before it was ready')
    }),
  ])
  return message
}
