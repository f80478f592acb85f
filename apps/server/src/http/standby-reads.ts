import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasWritten, readFrom } from '@qingzhou/platform/database/read-only'
import type { HttpContext } from './http-context.ts'
import { cookiesOf, hasWrittenCookie, writtenCookie } from './sessions/cookies.ts'

/**
 * The calls that may read a copy of the database: lists of what is past. Bills, limits and orders are
 * read from the database itself, so that all screens show the same amounts.
 */
export const standbyCalls: ReadonlySet<string> = new Set([
  'agreements.signedList',
  'mall.orders',
  'messages.list',
  'repayment.loanHistory',
  'repayment.paymentHistory',
  'repayment.settledLoans',
  'settlement.settledLoans',
  'staff.names',
])

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Lets a call read the copy, unless this browser has just changed something that the copy may lack. */
export function chooseReader(http: HttpContext, name: string, { request }: Exchange): void {
  const { standby, metrics } = http
  if (!standby || !standbyCalls.has(name)) return
  const copy = hasWrittenCookie(cookiesOf(http, request)) ? undefined : standby.current()
  metrics.standbyCalls.inc({ read: copy ? 'standby' : 'primary' })
  if (copy) readFrom(copy)
}

/** After a change this browser reads the database itself until every copy in use has the change. */
export function rememberWrite(http: HttpContext, { request, reply }: Exchange): void {
  if (!http.standby || !hasWritten()) return
  const seconds = Math.ceil(http.standby.lagMsMax / 1000) + 1
  void reply.header('set-cookie', writtenCookie(cookiesOf(http, request).isSecure, seconds))
}
