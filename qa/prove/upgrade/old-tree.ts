import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '@qingzhou/tools/root.ts'
import { run } from '@qingzhou/tools/product/run.ts'

/**
 * The program of a commit in a separate folder, with the packages installed here and its own
 * workspaces.
 */
export async function extractTree(commit: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const archive = `git archive "${commit}" | tar x -C "${folder}"`
  const { code, output } = await run('bash', ['-o', 'pipefail', '-c', archive], { cwd: root })
  if (code !== 0) throw new Error(`Commit ${commit} is not in the repository: ${output.trim()}`)
  const [installed, own] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(own)
  for (const name of readdirSync(installed)) {
    if (name !== '@qingzhou') symlinkSync(join(installed, name), join(own, name))
  }
  // The copied links to the workspaces are relative, so they lead to those of the old tree.
  cpSync(join(installed, '@qingzhou'), join(own, '@qingzhou'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  cpSync(join(import.meta.dirname, 'old-side.ts'), join(folder, 'tools/old-side.ts'))
}
