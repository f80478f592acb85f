import { readConfig } from '@qingzhou/platform/config/config'
import { prepareDataFolder } from '@qingzhou/platform/config/data-folder'
import { refuseStart } from '@qingzhou/platform/config/settings'
import { messageOf } from '@qingzhou/platform/log'

try {
  await work(process.argv.slice(2))
} catch (error) {
  process.stdout.write(`${messageOf(error)}\n`)
  process.exit(1)
}

async function work(words: readonly string[]): Promise<void> {
  if (words.length > 0)
    throw new Error(`npm run worker takes no words, but got "${words.join(' ')}".`)
  const config = readConfig(process.env)
  refuseStart(config.workers === 0 ? ['WORKERS=0 leaves a worker without work'] : [])
  prepareDataFolder(config.dataDirectory)
  // Loaded after the checks, because it takes longer than they do.
  const { startWorker } = await import('./boot/server.ts')
  const { stop } = await startWorker(config)
  process.stdout.write('Working off the queue\n')
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void (stopping ??= stop().then(() => process.exit(0))))
  }
}
