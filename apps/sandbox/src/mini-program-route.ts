import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Messenger } from './messenger.ts'
import { messagePage } from './pages/message-page.ts'
import { sendPage } from './pages/send-page.ts'

/** What opening a mini program's link would show, for browsers that know no such links. */
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
