import { readFile } from 'node:fs/promises'

import type { Caller, StaffMember } from '@qingzhou/platform/caller'
import {
  confirmSecondFactor,
  findMember,
  signIn,
  signOut,
  type SignInServices,
} from '@qingzhou/server/features/staff-members/index.ts'
import { ask } from './read-password.ts'

/** `--as`, `--password-file` and `--code` of a command that acts for a member of staff. */
export type StaffOptions = {
  readonly username: string
  /** A file whose first line is the password. Without it the terminal is asked. */
  readonly passwordFile: string | undefined
  /** The code of the authenticator app. Without it the terminal is asked, if one is needed. */
  readonly code: string | undefined
}

/** The options of such a command, for `parseArgs`. */
export const staffOptions = {
  as: { type: 'string' },
  'password-file': { type: 'string' },
  code: { type: 'string' },
} as const

export function staffOptionsOf(values: {
  readonly as?: string | undefined
  readonly 'password-file'?: string | undefined
  readonly code?: string | undefined
}): StaffOptions {
  if (values.as === undefined) throw new Error('--as names the member of staff who acts.')
  return { username: values.as, passwordFile: values['password-file'], code: values.code }
}

/** Call it before a database is opened, so that no connection waits for the input. */
export async function readPassword({ passwordFile }: StaffOptions): Promise<string> {
  if (passwordFile !== undefined) {
    const [line = ''] = (await readFile(passwordFile, 'utf8')).split(/\r?\n/)
    return line
  }
  if (!process.stdin.isTTY) {
    throw new Error('There is no terminal to ask at: name a file with --password-file.')
  }
  return ask('Password: ')
}

/**
 * Works as a member of staff. The sign-in is the one of the staff area: failures are counted, locks
 * apply, a second factor is asked for, and it is in the staff log. The session ends with the work.
 */
export async function asStaff<Result>(
  services: SignInServices,
  { username, password, code }: StaffOptions & { readonly password: string },
  work: (staff: StaffMember) => Promise<Result>,
): Promise<Result> {
  let secret: string | undefined
  const caller: Caller = {
    ...COMMAND,
    readSecret: () => secret,
    setSecretCookie: (_, value) => {
      secret = value
    },
  }
  const admitted = await signIn(services, caller, { username, password })
  const token =
    'token' in admitted
      ? admitted.token
      : (await confirmSecondFactor(services, caller, await secondStep(admitted, code))).token
  const staff = secret === undefined ? undefined : await findMember(services, { token, secret })
  if (!staff) throw new Error(`The session of ${username} has ended.`)
  try {
    return await work(staff)
  } finally {
    await signOut(services, { ...caller, staff })
  }
}

type SecondStep = Extract<Awaited<ReturnType<typeof signIn>>, { secondFactor: unknown }>

async function secondStep(
  { secondFactor }: SecondStep,
  code: string | undefined,
): Promise<{ ticket: string; code: string }> {
  if (secondFactor.enrolment) {
    throw new Error('Sign in to the staff area once, to enrol an authenticator app.')
  }
  if (code === undefined && !process.stdin.isTTY) {
    throw new Error('There is no terminal to ask at: give the code of the app with --code.')
  }
  return { ticket: secondFactor.ticket, code: code ?? (await ask('Code of the app: ')) }
}

/** A command on the server has no address: its tries are counted together. */
const COMMAND = {
  requestId: 'command',
  ip: 'command',
  userAgent: 'command',
  deviceId: undefined,
  deviceKeys: {},
  channel: '',
  linkChannel: '',
  uriId: undefined,
  subChannel: undefined,
  applyNo: undefined,
  session: undefined,
} as const
