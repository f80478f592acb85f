import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { unreachable } from '@qingzhou/domain/assert'
import { actAlone, propose, rehearse } from '@qingzhou/server/features/proposals/index.ts'
import {
  customerData,
  facePictures,
  findCustomers,
  proposeFace,
  readDocuments,
  showCustomer,
} from '@qingzhou/server/features/support/index.ts'
import type { StaffMember } from '@qingzhou/platform/caller'
import { customerNo } from '@qingzhou/platform/ids'
import { linesOf } from './lines.ts'
import { readOptions, USAGE, type Options } from './options.ts'
import type { StaffCommand, StaffServices } from '../staff/staff-command.ts'

const PRIVATE = 0o600
const PRIVATE_FOLDER = 0o700

/** `npm run customer`. */
export const customerCommand: StaffCommand<Options> = { usage: USAGE, readOptions, run }

async function run(
  services: StaffServices,
  staff: StaffMember,
  options: Options,
): Promise<readonly string[]> {
  switch (options.command) {
    case 'find': {
      const search = { by: options.by, value: await valueOf(options.value) }
      const found = await findCustomers(services, staff, search)
      return found.length === 0 ? ['No customer.'] : found
    }
    case 'show': {
      const customer = customerNo(options.customer)
      return linesOf(await showCustomer(services, staff, { ...options, customer }))
    }
    case 'act':
      return act(services, staff, options)
    case 'face':
      return savePictures(services, staff, options)
    case 'face-pass': {
      const picture = await readFile(options.picture)
      const customer = customerNo(options.customer)
      return proposalLines(await proposeFace(services, staff, { ...options, customer, picture }))
    }
    case 'documents': {
      const customer = customerNo(options.customer)
      const documents = await readDocuments(services, staff, { customer })
      return documents.length === 0
        ? ['No documents.']
        : documents.map(
            ({ documentNo, title, on, isVoid }) =>
              `${documentNo} ${on} ${title}${isVoid ? '（已失效）' : ''}`,
          )
    }
    case 'export': {
      const data = await customerData(services, staff, options)
      await writeFile(options.to, `${JSON.stringify(data, null, 2)}\n`, {
        mode: PRIVATE,
        flag: 'wx',
      })
      return [
        `Written to ${options.to}, readable by this user only. Delete it when it is handed over.`,
      ]
    }
    default:
      return unreachable(options)
  }
}

/** Done at once by one person, or proposed for a second one. */
async function act(
  services: StaffServices,
  staff: StaffMember,
  options: Extract<Options, { command: 'act' }>,
): Promise<readonly string[]> {
  const { kind, reason } = options
  const { phone } = options.parameters
  const parameters =
    typeof phone === 'string'
      ? { ...options.parameters, phone: await valueOf(phone) }
      : options.parameters
  const input = { kind, parameters, reason }
  if (options.isDryRun) {
    return ['Would change:', ...indent((await rehearse(services, staff, input)).lines)]
  }
  const isAlone = services.kinds.find((one) => one.kind === kind)?.isAlone
  if (!isAlone) return proposalLines(await propose(services, staff, input))
  const { lines, result } = await actAlone(services, staff, input)
  return [`Done. ${result}`.trim(), ...indent(lines)]
}

function proposalLines({ proposalNo, lines }: Awaited<ReturnType<typeof propose>>): string[] {
  return [`Proposed as ${proposalNo}. Another member of staff approves it.`, ...indent(lines)]
}

async function savePictures(
  services: StaffServices,
  staff: StaffMember,
  { customer, to }: Extract<Options, { command: 'face' }>,
): Promise<string[]> {
  const pictures = await facePictures(services, staff, { customer: customerNo(customer) })
  await mkdir(to, { recursive: true, mode: PRIVATE_FOLDER })
  const files = [
    ['card.jpg', pictures.card],
    ['photo.jpg', pictures.photo],
  ] as const
  const lines: string[] = []
  for (const [name, bytes] of files) {
    if (!bytes) continue
    const file = join(to, name)
    await writeFile(file, bytes, { mode: PRIVATE })
    lines.push(`${file} written. Delete it after the comparison.`)
  }
  return lines
}

/** A value of personal data may come from the standard input instead of the command line. */
async function valueOf(value: string): Promise<string> {
  if (value !== '-') return value
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
  return line
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
