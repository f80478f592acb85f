import { pages } from '@qingzhou/contract/pages'
import { linesAbout } from '@qingzhou/server/seed/staff.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'

/** One press of Ctrl-C arrives twice under npm: from the terminal, and passed on by npm itself. */
const SAME_PRESS_MS = 1_000
const LOOK_FOR_PARENT_EVERY_MS = 500

const starting = startProduct(process.env, (line) => console.log(line))

let askedToStopAt: number | undefined
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, stop)
if (process.env['npm_lifecycle_event']) stopWithParent(process.ppid)

try {
  const product = await starting
  if (askedToStopAt === undefined) greet(product)
  // The browser tests start the product as a child and wait for its address.
  process.send?.({ address: product.address })
} catch (error) {
  explain(error)
  process.exit(1)
}

/** A person at a terminal wants the sentence; the cause below it helps whoever is asked for help. */
function explain(error: unknown): void {
  console.error(error instanceof Error && error.name === 'Error' ? error.message : error)
  if (error instanceof Error && error.cause) console.error(error.cause)
}

function greet({ address, isSandbox, newStaff }: Product): void {
  const home = address.replace(/127\.0\.0\.1|0\.0\.0\.0|\[::\]/, 'localhost').replace(/\/$/, '')
  console.log('\n轻舟 is ready.\n')
  if (isSandbox) console.log(`  At a computer   ${home}/desk/`)
  console.log(`  On a phone      ${home}/`)
  if (isSandbox) {
    console.log(
      '  Sign in         with any mobile number; the SMS code arrives in the inbox of the desk',
    )
  }
  console.log(`  Staff           ${home}/#${pages.staffHome}`)
  for (const line of linesAbout(newStaff)) console.log(line)
  console.log('  Stop            Ctrl-C\n')
}

/** Asked to stop, npm ends its shell and itself, but passes nothing on to us. */
function stopWithParent(parent: number): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, LOOK_FOR_PARENT_EVERY_MS)
  watch.unref()
}

function stop(): void {
  const isAgain = askedToStopAt !== undefined && performance.now() - askedToStopAt > SAME_PRESS_MS
  if (isAgain) process.exit(130)
  if (askedToStopAt !== undefined) return

  askedToStopAt = performance.now()
  console.log('\nStopping … (Ctrl-C again to force)')
  void starting
    .then((product) => product.stop())
    .then(() => process.exit(0))
    .catch((error: unknown) => {
      explain(error)
      process.exit(1)
    })
}
