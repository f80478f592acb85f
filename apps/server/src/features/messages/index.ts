export { messagesHandlers, messageTitle, messageWords } from './handlers.ts'
export { acceptsCampaigns, listMessages } from './message-store.ts'
export { outboxTasks } from './outbox-tasks.ts'
