export { messagesHandlers } from './handlers.ts'
export { acceptsCampaigns } from './message-store.ts'
