import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import {
  acceptsCampaigns,
  countUnread,
  listMessages,
  markMessagesRead,
  saveAcceptsCampaigns,
} from './message-store.ts'
import { messageTitle, messageWords } from './message-words.ts'

const PAGE = 20

export function messagesHandlers(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
): Handlers<Callers>['messages'] {
  const { database } = services
  return {
    list: async ({ pageNo }, { session: { customer } }) => {
      const page = { from: (pageNo - 1) * PAGE, count: PAGE + 1 }
      const found = await listMessages(database, services, { customer, ...page })
      const messages = found.slice(0, PAGE).map(({ kind, text, toldAt, ...message }) => ({
        ...message,
        title: messageTitle(kind),
        text: messageWords(text),
        sentAt: toldAt.getTime(),
      }))
      return { messages, hasMore: found.length > PAGE }
    },
    unread: async (_, { session }) => ({ count: await countUnread(database, session.customer) }),
    markRead: async ({ until }, { session: { customer } }) => {
      await markMessagesRead(database, services, { customer, until: new Date(until) })
      return {}
    },
    settings: async (_, { session }) => ({
      acceptsCampaigns: (await acceptsCampaigns(database, session.customer)) ?? false,
    }),
    saveSettings: async (settings, { session: { customer } }) => {
      await saveAcceptsCampaigns(database, services, { customer, ...settings })
      return settings
    },
  }
}
