import { readConfig } from './platform/config/config.ts'
import { startWorker } from './boot/server.ts'

const { stop } = await startWorker(readConfig(process.env))
process.stdout.write('Working off the queue\n')
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(0)))
}
