import { cpus } from 'node:os'

import { messageOf } from '@qingzhou/platform/log'
import { readArguments, type Arguments } from './bench/arguments.ts'
import { benchBills, benchBorrow } from './bench/bills.ts'
import { benchCluster } from './bench/cluster.ts'
import { benchConsole } from './bench/console/console.ts'
import { benchFaces } from './bench/recognition/faces.ts'
import { benchFirstRoute } from './bench/phone/first-route.ts'
import { benchEndOfDay } from './bench/lending-end-of-day.ts'
import { benchSchedules } from './bench/lending-schedules.ts'
import { benchTraffic } from './bench/lending-traffic.ts'
import { benchLoad } from './bench/load/load.ts'
import { benchLighthouse } from './bench/phone/lighthouse.ts'
import { benchTaps } from './bench/phone/taps.ts'
import { benchLoadHeld } from './bench/load/held-load.ts'
import { benchGrowth } from './bench/growth/growth.ts'
import { benchOcr } from './bench/recognition/ocr.ts'
import { goalLines, jsonOf, linesOf, markdownOf, type Bench, type Row } from './bench/row.ts'
import { benchSealedCalls } from './bench/sealed-calls.ts'
import { benchStarts } from './bench/starts.ts'

/**
 * Runs the benchmarks and prints each figure beside a limit measured in the same run, and whether
 * its goal is reached. Asserts nothing.
 */
const benches: Record<string, (input: Arguments) => Promise<Row[]>> = {
  'first-route': () => benchFirstRoute(console.error),
  taps: benchTaps,
  lighthouse: benchLighthouse,
  'sealed-calls': benchSealedCalls,
  borrow: benchBorrow,
  load: ({ load }) => benchLoad(load),
  'load-held': benchLoadHeld,
  bills: benchBills,
  schedules: benchSchedules,
  traffic: benchTraffic,
  'end-of-day': benchEndOfDay,
  cluster: benchCluster,
  console: benchConsole,
  starts: benchStarts,
  ocr: benchOcr,
  faces: benchFaces,
  growth: benchGrowth,
}

/** They take half an hour or more, or install a program: they run if they are named. */
const long = ['load-held', 'growth', 'lighthouse']

const input = argumentsOrExit()
const say = input.isJson ? console.error : console.log
const machine = {
  processor: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  node: process.version,
}
say(`${machine.processor}, Node ${machine.node}\n`)
const done: Bench[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (!input.names.includes(name)) continue
  const result = { name, rows: await bench(input) }
  done.push(result)
  for (const line of linesOf(result)) say(line)
}
for (const line of goalLines(done)) say(line)
if (input.isMarkdown) for (const line of markdownOf(done)) say(line)
if (input.isJson) console.log(jsonOf(machine, done))

function argumentsOrExit(): Arguments {
  try {
    return readArguments(process.argv.slice(2), Object.keys(benches), long)
  } catch (error) {
    console.error(messageOf(error))
    return process.exit(1)
  }
}
