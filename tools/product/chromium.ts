import { accessSync, constants, globSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from '../root.ts'
import { run } from './run.ts'

/** Chromium without windows, tabs and extensions: a test takes little more than half of the processor time. */
const SHELL = 'chromium-headless-shell'
const PROGRAMS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

type Say = (line: string) => void

/** The installed Chromium, if any. */
export function installedChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  const folders = (process.env['PATH'] ?? '').split(':').filter(Boolean)
  const system = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)))
  return [...system, MAC_CHROME, ...playwrightsOwn()].find(isProgram)
}

/** Finds Chromium, or installs it where permitted. Its fonts are packages: `fonts.ts`. */
export async function ensureChromium(say: Say): Promise<string> {
  await aptInstall(await missingBrowsers(), say)
  if (!installedChromium()) await playwrightInstall(say)
  const installed = installedChromium()
  if (installed) return installed
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.')
}

/** The packages to try, one set after the other. */
async function missingBrowsers(): Promise<string[][]> {
  const installed = installedChromium()
  if (!installed) return [[SHELL], ['chromium']]
  const isLean = /headless[-_]shell/.test(installed) || Boolean(process.env['CHROMIUM_PATH'])
  return !isLean && (await isOffered(SHELL)) ? [[SHELL], []] : []
}

/** Whether a package source of this machine has the package. */
async function isOffered(name: string): Promise<boolean> {
  if (!isProgram('/usr/bin/apt-cache')) return false
  const { code } = await run('/usr/bin/apt-cache', ['show', '--quiet', name])
  return code === 0
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Most candidates of the list do not exist.
    return false
  }
}

function playwrightsOwn(): string[] {
  const home = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
  const cache = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), home, 'ms-playwright')
  return globSync([
    join(cache, 'chromium*/*/{chrome-headless-shell,headless_shell,chrome}'),
    join(cache, 'chromium*/*/*.app/Contents/MacOS/*'),
  ])
}

/** Tries one set of packages after the other; does nothing without apt or without permission. */
async function aptInstall(choices: string[][], say: Say): Promise<void> {
  const [first] = choices
  const apt = first && (await aptCommand())
  if (!apt) return
  say(`Installing ${first.join(' and ')} …`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  let log = ''
  const attempt = async (...parameters: string[]) => {
    const [command = 'apt-get', ...before] = apt
    const { code, output } = await run(command, [...before, ...parameters], { env: environment })
    log += output
    return code === 0
  }
  await attempt('update')
  for (const packages of choices) {
    if (packages.length === 0) return
    if (await attempt('install', '-y', '--no-install-recommends', ...packages)) return
  }
  showLog(log, say)
}

async function aptCommand(): Promise<string[] | undefined> {
  if (!isProgram('/usr/bin/apt-get')) return undefined
  if (process.getuid?.() === 0) return ['apt-get']
  try {
    const { code } = await run('sudo', ['-n', 'true'])
    // sudo drops the environment, so the variable is set again.
    if (code === 0) return ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  } catch {
    // sudo is not installed.
  }
  return undefined
}

async function playwrightInstall(say: Say): Promise<void> {
  say('Fetching Chromium through Playwright …')
  const playwright = join(root, 'node_modules/.bin/playwright')
  const { code, output } = await run(playwright, ['install', 'chromium-headless-shell'])
  if (code !== 0) showLog(output, say)
}

function showLog(log: string, say: Say): void {
  const path = join(tmpdir(), `qingzhou-install-${process.pid}.log`)
  writeFileSync(path, log)
  say(`${log.trimEnd().split('\n').slice(-15).join('\n')}\nThe whole log is ${path}.`)
}
