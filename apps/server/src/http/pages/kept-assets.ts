import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { mkdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { newToken } from '@qingzhou/platform/ids'
import type { Config } from '@qingzhou/platform/config/config'

type Folders = Pick<Config, 'buildDirectory' | 'dataDirectory'>

const KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** The folder of the scripts and styles of all versions that have run on this data folder. */
export function keptAssetsOf({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'web')
}

export function createKeptAssets(config: Pick<Config, 'dataDirectory'>): void {
  mkdirSync(join(keptAssetsOf(config), 'assets'), { recursive: true })
}

/**
 * Copies the hashed files of this build into the data folder, which all servers share: while two
 * versions serve side by side, or in a page that was opened before an upgrade, a browser asks any
 * server for the files of either version. Files that no server has started with for 30 days are
 * removed.
 */
export async function keepAssets(config: Folders, now: Date): Promise<void> {
  const from = join(config.buildDirectory, 'web/assets')
  const to = join(keptAssetsOf(config), 'assets')
  for (const path of await filesIn(from)) await keepFile(join(from, path), join(to, path), now)
  for (const path of await filesIn(to)) {
    const { mtimeMs } = await stat(join(to, path))
    if (now.getTime() - mtimeMs > KEPT_DAYS * DAY_MS) await rm(join(to, path), { force: true })
  }
}

/** A name stands for one content, so an existing file is only marked as used. */
async function keepFile(from: string, to: string, now: Date): Promise<void> {
  const isThere = await utimes(to, now, now).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await mkdir(dirname(to), { recursive: true })
  // Several servers may copy at once, and none must serve half a file.
  const unfinished = `${to}.${newToken(8)}`
  await copyFile(from, unfinished)
  await utimes(unfinished, now, now)
  await rename(unfinished, to)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
