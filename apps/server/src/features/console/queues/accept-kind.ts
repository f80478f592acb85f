import { acceptException } from '#features/order-watch/index.ts'
import { proposalKind, textField } from '#features/proposals/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import { getException } from './exceptions.ts'

const words = { 'loan-differs': '借据与重算不一致', 'rule-broken': '账务规则未通过' } as const
const isAcceptable = (kind: string): kind is keyof typeof words => Object.hasOwn(words, kind)

/** A finding in the books that two members of staff have understood: it is open again if it changes. */
export const acceptFinding = proposalKind<{ readonly exceptionNo: string }>({
  kind: 'accept-exception',
  fields: { exceptionNo: textField(/^E[0-9A-F]{10}$/, 'number') },
  touches: ['facts'],
  describe: async (services, { exceptionNo }) => {
    const { kind, subject, subjectNo, details } = await getException(services, exceptionNo)
    if (!isAcceptable(kind)) throw new Refused({ kind: 'exception-unknown' })
    return [`${words[kind]}：${subject} ${subjectNo}${details ? `，${details}` : ''} → 接受`]
  },
  perform: async (services, { exceptionNo }, { approvedBy }) => {
    const { kind, ...found } = await getException(services, exceptionNo)
    if (!isAcceptable(kind)) throw new Refused({ kind: 'exception-unknown' })
    const by = { by: approvedBy, at: services.now() }
    const isAccepted = await services.database.inTransaction((tx) =>
      acceptException(tx, { ...found, kind }, by),
    )
    if (!isAccepted) throw new Refused({ kind: 'exception-unknown' })
    return `exception=${exceptionNo}`
  },
})
