import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { MESSENGER_APP_ID } from '#merchant.ts'
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
    pageTicket(): { appId: string; ticket: string; expiresInSeconds: number } {
      if (page.until <= now()) {
        const ticket = randomBytes(24).toString('base64url')
        page = { ticket, until: now() + PAGE_TICKET_SECONDS * 1000 }
      }
      const expiresInSeconds = Math.ceil((page.until - now()) / 1000)
      return { appId: MESSENGER_APP_ID, ticket: page.ticket, expiresInSeconds }
    },

    /** No phone knows the sandbox's scheme, so a page stands in for the mini program. */
    miniProgramLink(target: MiniProgramTarget): { urlScheme: string; page: string } {
      const ticket = randomBytes(12).toString('base64url')
      miniPrograms.set(ticket, target)
      const [oldest] = miniPrograms.keys()
      if (oldest && miniPrograms.size > MINI_PROGRAM_LINKS_MAX) miniPrograms.delete(oldest)
      const query = `ticket=${ticket}`
      return {
        urlScheme: `weixin-sandbox://messenger/mini-program?${query}`,
        page: `/messenger/mini-program?${query}`,
      }
    },

    miniProgram: (ticket: string): MiniProgramTarget | undefined => miniPrograms.get(ticket),
  }
}

/** The pages of the messaging app: the target of a mini-program link, and the lender's account. */
export async function messengerRoutes(
  app: FastifyInstance,
  { messenger }: { readonly messenger: Messenger },
): Promise<void> {
  app.get('/messenger/mini-program', async (request, reply) => {
    const asked = z.object({ ticket: z.string() }).safeParse(request.query).data
    const target = asked && messenger.miniProgram(asked.ticket)
    return sendPage(target ? reply : reply.code(404), target ? renderMiniProgram(target) : unknown)
  })
  app.get('/messenger/official-account', async (_, reply) => sendPage(reply, officialAccount))
}

const officialAccount = messagePage({
  title: '公众号主页',
  text: '真实环境中，消息应用扫码后会在此打开公众号，由您选择是否关注。',
})

function renderMiniProgram({
  path,
  query,
}: {
  readonly path: string
  readonly query: string
}): string {
  return messagePage({
    title: '已打开小程序',
    text: '真实环境中，消息应用会在此打开下面的小程序页面。',
    facts: { 页面: path, 参数: withoutToken(query) || '无' },
  })
}

/** A sign-in token is not shown. */
function withoutToken(query: string): string {
  const shownQuery = new URLSearchParams(query)
  if (shownQuery.has('token')) shownQuery.set('token', '（已携带）')
  return decodeURIComponent(shownQuery.toString())
}

const unknown = messagePage({ title: '链接已失效', text: '请回到应用重新获取小程序链接。' })
