import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { messagePage, sendPage } from '#pages/page.ts'

const PAGE_TICKET_SECONDS = 7200
const MINI_PROGRAM_LINKS_MAX = 200

type MiniProgramTarget = { readonly path: string; readonly query: string }

export type Messenger = ReturnType<typeof createMessenger>

/** Page tickets and mini-program links of the messaging app. */
export function createMessenger(now: () => number) {
  let page = { ticket: '', until: 0 }
  const miniPrograms = new Map<string, MiniProgramTarget>()

  return {
    /** The same ticket until it expires: real ones are limited in number and shared. */
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

/** Shows the target of a mini-program link in browsers that cannot open one. */
export async function miniProgramRoute(
  app: FastifyInstance,
  { messenger }: { readonly messenger: Messenger },
): Promise<void> {
  app.get('/messenger/mini-program', async (request, reply) => {
    const asked = z.object({ ticket: z.string() }).safeParse(request.query).data
    const target = asked && messenger.miniProgram(asked.ticket)
    return sendPage(target ? reply : reply.code(404), target ? shown(target) : unknown)
  })
}

function shown({ path, query }: { readonly path: string; readonly query: string }): string {
  return messagePage({
    title: '已打开小程序',
    text: '真实环境中，消息应用会在此打开下面的小程序页面。',
    facts: { 页面: path, 参数: query || '无' },
  })
}

const unknown = messagePage({ title: '链接已失效', text: '请回到应用重新获取小程序链接。' })
