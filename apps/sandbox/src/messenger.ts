import { randomBytes } from 'node:crypto'

const PAGE_TICKET_SECONDS = 7200
const MINI_PROGRAM_LINKS_MAX = 200

type MiniProgramTarget = { readonly path: string; readonly query: string }

export type Messenger = ReturnType<typeof createMessenger>

/** What the messaging app offers besides consent. */
export function createMessenger(now: () => number) {
  let page = { ticket: '', until: 0 }
  const miniPrograms = new Map<string, MiniProgramTarget>()

  return {
    /** The same ticket until it ends, as the real ones are counted and must be shared. */
    pageTicket(): { ticket: string; expiresInSeconds: number } {
      if (page.until <= now()) {
        const ticket = randomBytes(24).toString('base64url')
        page = { ticket, until: now() + PAGE_TICKET_SECONDS * 1000 }
      }
      const expiresInSeconds = Math.ceil((page.until - now()) / 1000)
      return { ticket: page.ticket, expiresInSeconds }
    },

    miniProgramLink(target: MiniProgramTarget): { urlScheme: string } {
      const ticket = randomBytes(12).toString('base64url')
      miniPrograms.set(ticket, target)
      const [oldest] = miniPrograms.keys()
      if (oldest && miniPrograms.size > MINI_PROGRAM_LINKS_MAX) miniPrograms.delete(oldest)
      return { urlScheme: `weixin-sandbox://mini-program?ticket=${ticket}` }
    },

    miniProgram: (ticket: string): MiniProgramTarget | undefined => miniPrograms.get(ticket),
  }
}
