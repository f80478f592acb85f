import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { isStaffPassword } from '@qingzhou/domain/people/staff-password'

/** Reads a new password from a pipe or twice from the terminal, without echoing it. */
export async function readPassword({ isPiped }: { isPiped: boolean }): Promise<string> {
  const password = isPiped ? await firstLine() : await askTwice()
  if (isStaffPassword(password)) return password
  throw new Error('A password has 8 to 64 characters and is not a common one.')
}

async function firstLine(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
  return line
}

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Error('There is no terminal to ask at: pass the password with --password-stdin.')
  }
  const password = await ask('Password: ')
  if ((await ask('Once more: ')) !== password) throw new Error('The two passwords differ.')
  return password
}

/** Asks at the terminal without echo: the line editor writes typed text to a discarded stream. */
export async function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: true,
    historySize: 0,
  })
  line.once('SIGINT', () => process.exit(130))
  process.stderr.write(question)
  try {
    return await line.question('')
  } finally {
    line.close()
    process.stderr.write('\n')
  }
}
