import { cpus } from 'node:os'

import { benchBills } from '../bench/bills.ts'
import { benchBorrow } from '../bench/borrow.ts'
import { benchFirstRoute } from '../bench/first-route.ts'
import { benchEndOfDay } from '../bench/lending-end-of-day.ts'
import { benchSchedules } from '../bench/lending-schedules.ts'
import { benchTraffic } from '../bench/lending-traffic.ts'
import { benchOcr } from '../bench/ocr.ts'
import { benchSealedCalls } from '../bench/sealed-calls.ts'
import type { Row } from '../bench/row.ts'

/**
 * Runs the benchmarks and prints each figure beside a limit measured in the same run. Asserts
 * nothing.
 */
const benches: Record<string, () => Promise<Row[]>> = {
  'first-route': () => benchFirstRoute(console.error),
  'sealed-calls': benchSealedCalls,
  borrow: benchBorrow,
  bills: () => benchBills({ isFull: process.argv.includes('--full') }),
  schedules: benchSchedules,
  traffic: benchTraffic,
  'end-of-day': () => benchEndOfDay({ isFull: process.argv.includes('--full') }),
  ocr: benchOcr,
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(1)
}

console.log(`${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}\n`)
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(name)
  for (const { what, value, beside } of await bench()) {
    console.log(`  ${what.padEnd(52)}${value.padStart(10)}${beside ? `   ${beside}` : ''}`)
  }
  console.log('')
}
