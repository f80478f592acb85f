import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf } from '@qingzhou/platform/log'
import { seedFolder } from './bench/console/lender.ts'

const USAGE = `npm run seed -- <folder> <customers>
  Makes the data folder of a lender with so many customers and three loans each, for measurements and for a look at the console with
  many rows. The folder must not exist. Open it with: DATA_DIR=<folder> npm start`

try {
  await seed(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function seed([folder = '', count = '']: string[]): Promise<void> {
  if (folder === '' || !/^[1-9]\d{0,6}$/.test(count)) throw new Error(USAGE)
  const directory = resolve(folder)
  mkdirSync(directory)
  await seedFolder(directory, Number(count), console.log)
}
