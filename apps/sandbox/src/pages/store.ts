import type { FastifyInstance } from 'fastify'
import { messagePage, sendPage } from './page.ts'

/** Stands in for the app store and for the server that the app is downloaded from. */
export async function storeRoutes(app: FastifyInstance): Promise<void> {
  app.get('/store/ios', async (_, reply) => sendPage(reply, storePage))
  app.get<{ Params: { name: string } }>('/store/:name.apk', async (_, reply) =>
    reply.type('application/vnd.android.package-archive').send(EMPTY_PACKAGE),
  )
}

const storePage = messagePage({
  title: '应用商店',
  text: '真实环境中，手机会在此打开应用商店中的下载页。',
})

/** A package file is a ZIP archive; this one has no entries. */
const EMPTY_PACKAGE = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])
